import { fillCorpusFile } from '#testing/word/corpus-file.ts'
import { dialectTemplates } from '#testing/word/dialect-templates.ts'
import { catalogue } from '#testing/word/catalogue.ts'
for (const [n,b] of dialectTemplates()) {
  const r = await fillCorpusFile(b, catalogue); if (r.refusal||r.failures.length) console.log('   ', n, r.refusal ?? '', r.failures.join(' | '))
}
