const { crc32, deflateRawSync } = require("node:zlib");

const VERSION = 20;
const UTF_8 = 0x800;
const DEFLATED = 8;
/** Midnight on 1980-01-01, the oldest date that a ZIP file can have. */
const DATE = 0x21;

/** The fields that an entry has in front of its content and in the directory at the end. */
function fieldsOf(name, content, packed) {
  const fields = Buffer.alloc(26);
  const halves = [VERSION, UTF_8, DEFLATED, 0, DATE];
  for (const [at, value] of halves.entries()) fields.writeUInt16LE(value, at * 2);
  const words = [crc32(content), packed.length, content.length];
  for (const [at, value] of words.entries()) fields.writeUInt32LE(value, 10 + at * 4);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}

function directoryEntry(name, fields, offset) {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([VERSION, 0]), fields, rest, name]);
}

/** A ZIP file with these files, given as names and contents. */
exports.zip = (files) => {
  const entries = [];
  const directory = [];
  let offset = 0;
  for (const [file, content] of files) {
    const name = Buffer.from(file);
    const packed = deflateRawSync(content);
    const fields = fieldsOf(name, content, packed);
    directory.push(directoryEntry(name, fields, offset));
    const entry = Buffer.concat([Buffer.from("PK\x03\x04"), fields, name, packed]);
    entries.push(entry);
    offset += entry.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...entries, index, end]);
};
