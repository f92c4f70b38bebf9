import type { LookupFunction } from "node:net";
import { expect, test } from "@jest/globals";
import {
  checkHost,
  guardedLookup,
  RefusedAddressError,
} from "../../../src/input/url/address-policy.ts";

test.each([
  [
    "http://169.254.169.254/latest",
    "`169.254.169.254` is a cloud metadata address, which is refused",
  ],
  ["http://2852039166/", "`169.254.169.254` is a cloud metadata address, which is refused"],
  ["http://0xa9.254.0251.0376/", "`169.254.169.254` is a cloud metadata address, which is refused"],
  ["http://169.254.169.254./", "`169.254.169.254` is a cloud metadata address, which is refused"],
  [
    "http://[::ffff:169.254.169.254]/",
    "`::ffff:a9fe:a9fe` is a cloud metadata address, which is refused",
  ],
  [
    "http://[64:ff9b::169.254.169.254]/",
    "`64:ff9b::a9fe:a9fe` is a cloud metadata address, which is refused",
  ],
  [
    "http://[2002:a9fe:a9fe::]/",
    "`2002:a9fe:a9fe::` is a cloud metadata address, which is refused",
  ],
  ["http://[fd00:ec2::254]/", "`fd00:ec2::254` is a cloud metadata address, which is refused"],
  ["http://100.100.100.200/", "`100.100.100.200` is a cloud metadata address, which is refused"],
  ["http://168.63.129.16/", "`168.63.129.16` is a cloud metadata address, which is refused"],
  ["http://192.0.0.192/", "`192.0.0.192` is a cloud metadata address, which is refused"],
  [
    "http://METADATA.google.internal/",
    "`metadata.google.internal` is a cloud metadata address, which is refused",
  ],
  [
    "http://metadata.google.internal./",
    "`metadata.google.internal` is a cloud metadata address, which is refused",
  ],
  ["http://metadata.goog/", "`metadata.goog` is a cloud metadata address, which is refused"],
  ["http://169.254.0.1/", "`169.254.0.1` is a link-local address, which is refused"],
  ["http://[fe80::1]/", "`fe80::1` is a link-local address, which is refused"],
  ["http://[febf::1]/", "`febf::1` is a link-local address, which is refused"],
  ["http://[::ffff:a9fe:1]/", "`::ffff:a9fe:1` is a link-local address, which is refused"],
  ["http://224.0.0.1/", "`224.0.0.1` is a multicast address, which is refused"],
  ["http://[ff02::1]/", "`ff02::1` is a multicast address, which is refused"],
  ["http://255.255.255.255/", "`255.255.255.255` is the broadcast address, which is refused"],
  ["http://0/", "`0.0.0.0` is an unspecified address, which is refused"],
  ["http://[::]/", "`::` is an unspecified address, which is refused"],
  ["http://[::ffff:0.0.0.0]/", "`::ffff:0:0` is an unspecified address, which is refused"],
  [
    "http://[64:ff9b:1::169.254.169.254]/",
    "`64:ff9b:1::a9fe:a9fe` is a local NAT64 address, which is refused",
  ],
  [
    "http://[64:ff9b:1:a9fe:a9:fe00::]/",
    "`64:ff9b:1:a9fe:a9:fe00::` is a local NAT64 address, which is refused",
  ],
  ["http://[::169.254.169.254]/", "`::a9fe:a9fe` is an IPv4-compatible address, which is refused"],
  ["http://[::0.0.0.2]/", "`::2` is an IPv4-compatible address, which is refused"],
  ["http://[::255.255.255.255]/", "`::ffff:ffff` is an IPv4-compatible address, which is refused"],
])("the host of %s is refused", (url, problem) => {
  expect(() => checkHost(new URL(url).hostname)).toThrow(new RefusedAddressError(problem));
});

test.each([
  "http://127.0.0.1/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[64:ff9b:2::1]/",
  "http://[::1:0:0]/",
  "http://localhost/",
  "http://10.0.0.1/",
  "http://172.16.0.1/",
  "http://192.168.1.1/",
  "http://100.64.0.1/",
  "http://[fd12:3456::1]/",
  "http://169.253.255.255/",
  "http://[fec0::1]/",
  "http://example.com/",
  "http://169.254.169.254.example.com/",
])("the host of %s may be tried", (url) => {
  expect(() => checkHost(new URL(url).hostname)).not.toThrow();
});

function resolve(lookup: LookupFunction): Promise<unknown> {
  return new Promise((done) => {
    guardedLookup(lookup)("files.example", {}, (error, found, family) =>
      done(error ?? [found, family]),
    );
  });
}

test("a name that resolves to a refused address is refused", async () => {
  const found = await resolve((_name, _options, callback) => callback(null, "169.254.1.1", 4));

  expect(found).toEqual(
    new RefusedAddressError(
      "`files.example` resolves to `169.254.1.1`, a link-local address, which is refused",
    ),
  );
});

test("one refused address among several is enough", async () => {
  const found = await resolve((_name, _options, callback) =>
    callback(null, [
      { address: "192.0.2.1", family: 4 },
      { address: "::ffff:169.254.169.254", family: 6 },
    ]),
  );

  expect(found).toEqual(
    new RefusedAddressError(
      "`files.example` resolves to `::ffff:169.254.169.254`, a cloud metadata address, which is refused",
    ),
  );
});

test("other addresses and errors are passed on", async () => {
  const error = Object.assign(new Error("no such name"), { code: "ENOTFOUND" });

  await expect(resolve((_n, _o, callback) => callback(null, "127.0.0.1", 4))).resolves.toEqual([
    "127.0.0.1",
    4,
  ]);
  await expect(resolve((_n, _o, callback) => callback(null, []))).resolves.toEqual([[], undefined]);
  await expect(resolve((_n, _o, callback) => callback(error, ""))).resolves.toBe(error);
});
