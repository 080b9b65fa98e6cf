#!/usr/bin/env bash
# What the tests in tests/browser need besides Python: a Chromium, and axe-core from the npm registry.
# Installs the first where it is missing and we may, and keeps the second in the cache; says so where it cannot.
set -euo pipefail

found=""
for name in chromium chromium-browser google-chrome-stable google-chrome; do
  if [ -z "$found" ]; then found="$(command -v "$name" || true)"; fi
done
if [ -n "${UPCARD_CHROMIUM:-}" ]; then found="$UPCARD_CHROMIUM"; fi
if [ -z "$found" ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "browser: installing chromium" >&2
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core > /dev/null
  else
    echo "browser: there is no Chromium, and only root can install one: install the package chromium" >&2
    exit 1
  fi
fi

place="${UPCARD_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}}/upcard/axe-core"
if [ -z "${UPCARD_AXE:-}" ] && [ ! -s "$place/axe.min.js" ]; then
  if ! command -v npm > /dev/null; then
    echo "browser: npm is missing, which fetches axe-core: install it, or name an axe.min.js in UPCARD_AXE" >&2
    exit 1
  fi
  echo "browser: fetching axe-core" >&2
  work="$(mktemp -d)"
  trap 'rm -rf "$work"' EXIT
  (cd "$work" && npm pack --silent axe-core@4 > /dev/null && tar -xzf axe-core-*.tgz)
  mkdir -p "$place"
  cp "$work/package/axe.min.js" "$place/axe.min.js.new"
  mv "$place/axe.min.js.new" "$place/axe.min.js"
fi
