const DEEP = 200_000
const LONG = 100_000
const MANY = 10_000

const json = JSON.stringify

/** What a field of a JSON body may be sent as, by a name for reports; each is JSON text, since some cannot be written otherwise. */
export const badValues: Record<string, string> = {
  NUL: json('a\u0000b'),
  'lone high surrogate': '"a\\ud800b"',
  'lone low surrogate': '"\\udc00"',
  'empty text': '""',
  blank: '" \\t "',
  'very long text': json('x'.repeat(LONG)),
  emoji: json('📦👩🏽‍✈️'),
  'right-to-left override': json('abc\u202etxt.exe'),
  'line breaks': json('a\r\nBcc: x@x.example'),
  '%00': '"%00"',
  'path of a folder above': '"../../../../etc/passwd"',
  SQL: json(`'; drop table users; --`),
  'SQL pattern': json('%_\\'),
  HTML: json('<img src=x onerror=alert(1)>'),
  'template braces': json('{{JobId}}${7*7}'),
  __proto__: '"__proto__"',
  constructor: '"constructor"',
  toString: '"toString"',
  'year 0000': '"0000-01-01"',
  'last day of year 9999': '"9999-12-31"',
  'year 99999': '"99999-01-01"',
  'no leap day': '"2023-02-29"',
  'instant beyond offsets': '"2026-01-01T00:00:00+23:59"',
  'instant of year 0000': '"0000-01-01T00:00:00Z"',
  infinity: '"infinity"',
  'bad UUID': '"12345678-1234-1234-1234-1234567890"',
  'nil UUID': json('00000000-0000-0000-0000-000000000000'),
  'unknown UUID': json('11111111-2222-4333-8444-555555555555'),
  'long number as text': json('9'.repeat(400)),
  'NaN as text': '"NaN"',
  'Infinity as text': '"Infinity"',
  'hexadecimal as text': '"0x1f"',
  null: 'null',
  true: 'true',
  'empty list': '[]',
  'empty object': '{}',
  'list with null': '[null]',
  'object in list': '[{"id":{"id":[]}}]',
  'very long list': `[${'"a",'.repeat(MANY)}"a"]`,
  'very deep': `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  'object with __proto__': '{"__proto__":{"role":"administrator"}}',
  'object with constructor': '{"constructor":{"prototype":{"x":1}}}',
  'object with NUL in a key': '{"a\\u0000":true}',
  'object with a half character in a key': '{"a\\ud800":true}',
  'key twice': '{"a":1,"a":2}',
  'minus one': '-1',
  'minus zero': '-0',
  fraction: '1.5',
  'beyond int4': '2147483648',
  'beyond safe integers': '9007199254740993',
  'greatest double': '1e308',
  'beyond doubles': '1e400',
  'smallest fraction': '1e-320',
}

/** Those that found something before, or are likeliest to: every field meets them in every run. */
export const priorityValues: readonly string[] = [
  'NUL',
  'lone high surrogate',
  'last day of year 9999',
  'null',
  'greatest double',
]

/** The same for what stands in an address, as it is written there. */
export const badParts: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(badValues)
      .filter(([name, text]) => text.startsWith('"') && name !== 'very long text' && !text.includes('\\ud'))
      .map(([name, text]) => [name, encodeURIComponent(JSON.parse(text) as string)]),
  ),
  'long text': 'x'.repeat(250),
  'longer text': 'x'.repeat(5000),
  'half an escape': '%',
  'no UTF-8': '%ff%fe',
  'half a character': '%ed%a0%80',
  'encoded slash': '..%2f..%2fetc%2fpasswd',
  'minus one': '-1',
  fraction: '1.5',
  'beyond int4': '2147483648',
  'beyond safe integers': '9007199254740993',
  'greatest double': '1e308',
}

/** In place of a whole body. */
export const badBodies: Record<string, { payload: string | Buffer; type?: string }> = {
  empty: { payload: '' },
  blanks: { payload: ' \n ' },
  null: { payload: 'null' },
  text: { payload: '"text"' },
  number: { payload: '7' },
  true: { payload: 'true' },
  list: { payload: '[]' },
  'list of null': { payload: '[null]' },
  'empty object': { payload: '{}' },
  'not JSON': { payload: '{"id":' },
  'single quotes': { payload: "{'id':1}" },
  'byte order mark': { payload: '\ufeff{}' },
  'invalid UTF-8': { payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  'UTF-16': { payload: Buffer.from('{"id":1}', 'utf16le') },
  __proto__: { payload: '{"__proto__":{"role":"administrator"}}' },
  constructor: { payload: '{"constructor":{"prototype":{"role":"x"}}}' },
  'key twice': { payload: '{"id":"a","Id":"b"}' },
  'very deep': { payload: badValues['very deep'] ?? '' },
  'very deep objects': { payload: '{"a":'.repeat(DEEP) + '1' + '}'.repeat(DEEP) },
  'more than is taken': { payload: JSON.stringify({ id: 'x'.repeat(1_100_000) }) },
  'content type of text': { payload: '{}', type: 'text/plain' },
  'content type of a form': { payload: 'a=1&b=2', type: 'application/x-www-form-urlencoded' },
  'multipart without a boundary': { payload: 'x', type: 'multipart/form-data' },
  'multipart that breaks off': {
    payload: '--b\r\nContent-Disposition: form-data; name="afile"; filename="a.txt"\r\n\r\nhal',
    type: 'multipart/form-data; boundary=b',
  },
  'content type of nothing': { payload: '{}', type: '' },
  'content type that cannot be read': { payload: '{}', type: ';;;/' },
  'other character set': { payload: '{}', type: 'application/json; charset=utf-7' },
}

export const badHeaders: Record<string, Record<string, string>> = {
  'If-Match without quotes': { 'if-match': '1' },
  'If-Match beyond int4': { 'if-match': '"999999999"' },
  'If-Match far beyond int4': { 'if-match': '"99999999999999999999"' },
  'If-Match weak': { 'if-match': 'W/"0"' },
  'If-Match of words': { 'if-match': '"abc"' },
  'If-None-Match': { 'if-none-match': '"\'; --"' },
  Accept: { accept: 'x/y;q=banana' },
  'Accept-Language': { 'accept-language': 'x'.repeat(500) },
  Range: { range: 'bytes=-0-,5-1' },
  'Content-Length': { 'content-length': '-1' },
  'Content-Encoding': { 'content-encoding': 'gzip' },
  'User-Agent': { 'user-agent': '\u0001'.repeat(1) + 'x'.repeat(2000) },
  'X-Forwarded-For': { 'x-forwarded-for': "1.2.3.4, '; --" },
  'X-HTTP-Method-Override': { 'x-http-method-override': 'DELETE' },
}
