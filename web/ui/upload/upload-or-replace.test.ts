import { expect, test } from 'vitest'
import { ApiProblem } from '#web/lib/problem.ts'
import { messageBoxStore } from '#web/ui/dialog/message-box-store.ts'
import { uploadOrReplace } from './upload-or-replace.ts'

const invoice = new File(['x'], 'Invoice.PDF')

function ways(listed: { id: string; name: string }[], upload: () => Promise<string>) {
  const replaced: string[] = []
  const replace = (id: string) => {
    replaced.push(id)
    return Promise.resolve(`replaced ${id}`)
  }
  return { replaced, options: { id: 'own', listed, upload, replace } }
}

async function answer(ok: boolean) {
  await new Promise(resolve => setTimeout(resolve))
  const asked = messageBoxStore.read()
  asked?.answer(ok ? 'ok' : 'cancel')
  return asked && { title: asked.title, description: asked.description, isCancelFirst: asked.isCancelFirst }
}

// Enter replaces nothing.
const question = {
  title: 'Invoice.PDF already exists.',
  description: 'Do you want to replace it?',
  isCancelFirst: true,
}

test('a new name is uploaded without a question', async () => {
  const { options, replaced } = ways([{ id: '1', name: 'Packing list.pdf' }], () =>
    Promise.resolve('uploaded'),
  )
  expect(await uploadOrReplace(invoice, options)).toBe('uploaded')
  expect(replaced).toEqual([])
})

test('a name that stands, whatever its case, is replaced on Ok and nothing happens on Cancel', async () => {
  const { options, replaced } = ways([{ id: '1', name: 'invoice.pdf' }], () => Promise.resolve('uploaded'))
  const refused = uploadOrReplace(invoice, options)
  expect(await answer(false)).toEqual(question)
  expect(await refused).toBe(null)
  expect(replaced).toEqual([])
  const agreed = uploadOrReplace(invoice, options)
  expect(await answer(true)).toEqual(question)
  expect(await agreed).toBe('replaced 1')
})

test('what an upload has stored whose answer was lost is sent again without a question', async () => {
  const { options, replaced } = ways([{ id: 'own', name: 'Invoice.PDF' }], () =>
    Promise.resolve('stored before'),
  )
  expect(await uploadOrReplace(invoice, options)).toBe('stored before')
  expect(replaced).toEqual([])
})

test('a file that appeared meanwhile is asked about too', async () => {
  const conflict = new ApiProblem({
    type: 'about:blank',
    status: 409,
    code: 'already_exists',
    title: 'It already exists',
    detail: 'There is one.',
    current: { id: '7', name: 'Invoice.pdf' },
  })
  const { options } = ways([], () => Promise.reject(conflict))
  const agreed = uploadOrReplace(invoice, options)
  expect(await answer(true)).toEqual(question)
  expect(await agreed).toBe('replaced 7')
})

test('any other refusal is passed on', async () => {
  const { options } = ways([], () => Promise.reject(new Error('too large')))
  await expect(uploadOrReplace(invoice, options)).rejects.toThrow('too large')
})
