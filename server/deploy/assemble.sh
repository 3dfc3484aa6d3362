#!/bin/sh
# assemble.sh FOLDER: copies what a built Chime In needs to run, and nothing else. The bundle contains every
# package except PGlite, whose files must be where Node looks for packages.
set -eu
target=$1
cd "$(dirname "$0")/../.."
mkdir -p "$target/node_modules/@electric-sql" "$target/server/sandbox/content"
cp -R dist migrations package.json LICENSE "$target/"
cp server/sandbox/content/*.jsonl "$target/server/sandbox/content/"
cp -R node_modules/@electric-sql/pglite "$target/node_modules/@electric-sql/"
cp -L node_modules/.bin/node "$target/node"
