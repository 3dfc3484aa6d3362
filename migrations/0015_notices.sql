CREATE TABLE "api_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"token_hash" varchar(43) NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_tokens_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "notice_causes" (
	"id" serial PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"subject_id" integer,
	"reason" text DEFAULT '' NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_deliveries" (
	"notice_id" integer NOT NULL,
	"channel" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"answer" text,
	CONSTRAINT "notice_deliveries_notice_id_channel_pk" PRIMARY KEY("notice_id","channel")
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"quiet_on" boolean DEFAULT true NOT NULL,
	"quiet_from" integer DEFAULT 22 NOT NULL,
	"quiet_to" integer DEFAULT 8 NOT NULL,
	"with_words" boolean DEFAULT false NOT NULL,
	"letter_on" boolean DEFAULT false NOT NULL,
	"letter_hour" integer DEFAULT 8 NOT NULL,
	"letter_days" jsonb DEFAULT '[1,2,3,4,5]'::jsonb NOT NULL,
	"routes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"smtp_host" text DEFAULT '' NOT NULL,
	"smtp_port" integer DEFAULT 587 NOT NULL,
	"smtp_user" text DEFAULT '' NOT NULL,
	"mail_from" text DEFAULT '' NOT NULL,
	"mail_to" text DEFAULT '' NOT NULL,
	"ntfy_server" text DEFAULT 'https://ntfy.sh' NOT NULL,
	"ntfy_topic" text DEFAULT '' NOT NULL,
	"webhook_url" text DEFAULT '' NOT NULL,
	"sealed_smtp_password" text,
	"sealed_ntfy_token" text,
	"sealed_webhook_secret" text,
	"sealed_former_secret" text,
	"former_until" timestamp (3) with time zone,
	"read_up_to" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" serial PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"type" text NOT NULL,
	"cause" text NOT NULL,
	"data" jsonb NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"tell_at" timestamp (3) with time zone NOT NULL,
	"told_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	CONSTRAINT "notices_webhook_id_unique" UNIQUE("webhook_id")
);
--> statement-breakpoint
ALTER TABLE "notice_deliveries" ADD CONSTRAINT "notice_deliveries_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_deliveries_due" ON "notice_deliveries" USING btree ("channel","next_try_at") WHERE "notice_deliveries"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "notices_untold" ON "notices" USING btree ("tell_at") WHERE "notices"."told_at" is null;--> statement-breakpoint
CREATE INDEX "notices_open" ON "notices" USING btree ("type") WHERE "notices"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "notices_tell_at" ON "notices" USING btree ("tell_at");