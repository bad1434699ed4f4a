import { burn } from '@kenjiuno/msgreader/lib/Burner.js'
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js'

const crlf = (lines: readonly string[]) => lines.join('\r\n')

/** An e-mail as it goes through the net: encoded words, text and HTML, one attachment. */
export const internetMessage = () =>
  crlf([
    'From: =?UTF-8?B?U8O4cmVuIEhhdm4=?= <soren@havn.example>',
    'To: Amina Qureshi <amina@karachi.example>, ops@karachi.example',
    'Cc: agent@rotterdam.example',
    'Subject: =?UTF-8?Q?Booking_=E2=80=93_MV_Ocean_Meridian?=',
    'Date: Fri, 20 Nov 2026 09:15:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: multipart/alternative; boundary="inner"',
    '',
    '--inner',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Space is confirmed for 2 x 40 HC.',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Space is confirmed</p><script>alert(1)</script><img src="https://tracker.example/x.gif">',
    '--inner--',
    '--outer',
    'Content-Type: application/pdf; name="Booking.pdf"',
    'Content-Disposition: attachment; filename="Booking.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('%PDF-1.7 booking').toString('base64'),
    '--outer--',
    '',
  ])

/** A message as Outlook saves it. */
export function outlookMessage(fields: { subject: string; body: string; sender: string; address: string }) {
  const unicode = (tag: string, text: string) => {
    const bytes = Uint8Array.from(Buffer.from(text, 'utf16le'))
    return { name: `__substg1.0_${tag}001F`, bytes }
  }
  const documents = [
    // The header of a message's property stream, with no property of fixed length.
    { name: '__properties_version1.0', bytes: new Uint8Array(32) },
    unicode('001A', 'IPM.Note'),
    unicode('0037', fields.subject),
    unicode('1000', fields.body),
    unicode('0C1A', fields.sender),
    unicode('5D01', fields.address),
  ]
  return burn([
    {
      name: 'Root Entry',
      type: TypeEnum.ROOT,
      length: 0,
      children: documents.map((_, index) => index + 1),
    },
    ...documents.map(({ name, bytes }) => ({
      name,
      type: TypeEnum.DOCUMENT,
      length: bytes.length,
      binaryProvider: () => bytes,
    })),
  ])
}
