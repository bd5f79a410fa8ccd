/** JSON texts of values with different types that no field expects. */
export const wrongTypes = ['null', 'true', '0', '-1.5', '""', '"text"', '[]', '{}', '[{"id":1}]', '{"id":{"id":[]}}'];

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const text = (value: string) => JSON.stringify(value);
/** As it is written, and without escapes: the texts between the spaces. */
const words = (written: TemplateStringsArray) => (written.raw[0] ?? '').trim().split(/\s+/);

/** JSON texts of values that often break programs: numbers, dates, texts, structures. */
export const nastyValues = [
  ...words`1e400 -1e400 1e-400 9007199254740993 -9223372036854775809 99999999999999999999 0.1 -0 1E5 -1 253402300800
    8640000000001 8640000000000001 1e308 4294967296 2147483648 1.7976931348623157e308`,
  ...words`9999-12-31T23:59:59Z +275760-09-13T00:00:00.001Z 0000-00-00T00:00:00Z 2026-02-30T00:00:00Z
    -000001-01-01T00:00:00Z 2026-13-01T25:61:61Z 2026-01-01 yesterday 10000-01-01T00:00:00Z 0001-01-01T00:00:00Z infinity
    -infinity now epoch allballs`.map(text),
  ...['4714-11-24T00:00:00Z BC', '\u0000', 'a\u0000b', '\u0001\u001f\u007f', '\ufeff', '\uffff', '\u202e'].map(text),
  ...['\u2028', 'Z\u0351\u036b\u0343\u036a', '[object Object]', '', ' ', '\t\n', 'null\n', ' active'].map(text),
  ...words`"\ud800" "\udfff\ud800" "a\udc00b" "\u0000\u0000" "\ud83d\ude00"`,
  ...words`undefined NaN null true Infinity 0x10 1e3 1_000 1,000.00 ０１２３ __proto__ constructor toString hasOwnProperty
    then ../../etc/passwd . .. %00 %2e%2e $1 {{7*7}} #{7*7} <script>alert(1)</script> ACTIVE none deleted`.map(text),
  ...["'; DROP TABLE subscription; --", '" OR 1=1', '\\', '`id`', 'active ', '(ﾉಥ益ಥ）ﾉ﻿ ┻━┻'].map(text),
  ...words`田中さんにあげて下さい 社會科學院語學研究所 🏳0🌈️ ﷺ ß ı İ بِسْمِ`.map(text),
  ...['a'.repeat(256), 'a'.repeat(70_000)].map(text),
  ...words`{"__proto__":{"id":"x","status":"active"}} {"constructor":{"prototype":{"x":1}}} {"toString":1,"valueOf":2}
    {"then":1} {"length":-1} {"":""} {"id":"\u0000"} {"userId":{"$ne":null}} {"object":{"object":{}}} {"a":1,"a":2}`,
  ...[deep(2_000), deepObject(2_000), deep(60_000), deepObject(30_000), `[${'0,'.repeat(50_000)}0]`],
  `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
];

const bytes = (...values: number[]) => Buffer.from(values);
const utf16 = Buffer.from('\ufeff{"id":"evt_1"}', 'utf16le');

/** Bodies that are not JSON, or are JSON but not an event. */
export const nastyBodies: (string | Buffer)[] = [
  ...words`{ } [ ] {] [} " ' {"a" {"a": {"a":1 {"a":1, {"a":1,} {,} [,] [1,] {a:1} {'a':1} {"a":01} {"a":1.} {"a":.1}
    {"a":+1} {"a":0x1} {"a":1e} {"a":NaN} {"a":Infinity} {"a":undefined} {"a":"\x41"} {"a":"\u12"} {"a":"\ud8"} {"a":tru}
    {"a":nul} TRUE {"a":1}{"b":2} {"a":1}// /**/{"a":1} {"a":/**/1} <xml/> a=1&b=2 --boundary null true false 0 -0 1e400
    "" "text" [] {} [[]] [{}]`,
  ...['', ' ', '{"a":"\n"}', '{"a":"\t"}', '{"a":1} x', '\ufeff{"a":1}', '\u0000', '{"a":1}\u0000'],
  ...words`{"id":null} {"type":null} {"type":1} {"type":[]} {"type":{}} {"type":""} {"type":"\u0000"}
    {"type":"unknown.event"} {"type":"__proto__"} {"type":"constructor"} {"eventType":"toString"}
    {"__proto__":{"type":"customer.created"}} {"data":{"object":null}} {"data":[]} {"object":[]} {"type":"x","data":"x"}
    {"created":1e400}`,
  ...[deep(100_000), deepObject(50_000), '['.repeat(100_000), '{"a":'.repeat(50_000), '"'.repeat(1_001)],
  ...['\\'.repeat(1_000), bytes(0xff), bytes(0xfe, 0xff), bytes(0xc0, 0xaf), bytes(0xed, 0xa0, 0x80)],
  ...[bytes(0x22, 0x80, 0x22), bytes(0xf4, 0x90, 0x80, 0x80), bytes(0x22, 0xe2, 0x82, 0x22)],
  ...[bytes(0x1f, 0x8b, 0x08, 0x00), utf16, Buffer.alloc(1_000)],
];
