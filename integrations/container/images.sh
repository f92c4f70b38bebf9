#!/usr/bin/env bash
# Builds the image of ../../Dockerfile without a registry: `images.sh FOLDER NAME`. The two images that it starts from are
# made from this machine's Node.js, npm, and the libraries and programs that they need. Needs root on Linux, and buildah.
set -euo pipefail
folder=$1
name=$2
root=$(cd "$(dirname "$0")/../.." && pwd)

# Copies a program and its libraries into a file system: `add FILE_SYSTEM PROGRAM PLACE`.
add() {
  local system=$1 program place=$3 library
  program=$(readlink -f "$2")
  mkdir -p "$system$(dirname "$place")"
  cp "$program" "$system$place"
  for library in $(ldd "$program" 2>/dev/null | grep -oE '/[^ ]+'); do
    mkdir -p "$system$(dirname "$library")"
    cp -L "$library" "$system$library"
  done
}

# Creates what every file system needs.
begin() {
  mkdir -p "$1/"{dev,proc,etc/ssl/certs,tmp,root}
  chmod 1777 "$1/tmp"
  printf 'root:x:0:0::/root:/bin/sh\nnonroot:x:65532:65532::/tmp:/sbin/nologin\n' >"$1/etc/passwd"
  touch "$1/etc/hosts"
  cp -L /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"
}

image() {
  printf 'FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin:/usr/bin:/bin NODE_EXTRA_CA_CERTS=%s\n' "$3" >"$folder/$2.containerfile"
  buildah build --quiet --isolation chroot --tag "$name-$2" --file "$folder/$2.containerfile" "$1" >/dev/null
}

begin "$folder/base"
add "$folder/base" "$(command -v node)" /nodejs/bin/node
image "$folder/base" base ""

begin "$folder/build"
add "$folder/build" "$(command -v node)" /usr/local/bin/node
for program in sh env mkdir tar gzip; do add "$folder/build" "$(command -v "$program")" "/bin/$program"; done
mkdir -p "$folder/build/usr/bin" "$folder/build/usr/local/lib"
ln -s /bin/env "$folder/build/usr/bin/env"
cp -R "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$folder/build/usr/local/lib/npm"
ln -s ../lib/npm/bin/npm-cli.js "$folder/build/usr/local/bin/npm"
image "$folder/build" build /etc/ssl/certs/ca-certificates.crt

cache=$(npm config get cache)
buildah build --isolation chroot --format docker --build-arg "BUILD_IMAGE=localhost/$name-build" \
  --build-arg "BASE_IMAGE=localhost/$name-base" --volume "$cache:/root/.npm" --tag "$name" "$root"
