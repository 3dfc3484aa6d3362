CREATE TABLE "model_profiles" (
	"base_url" text NOT NULL,
	"model" text NOT NULL,
	"context_window" integer,
	"thinks_first" boolean,
	"largest_window" integer DEFAULT 32768 NOT NULL,
	"seen" jsonb NOT NULL,
	CONSTRAINT "model_profiles_base_url_model_pk" PRIMARY KEY("base_url","model")
);
