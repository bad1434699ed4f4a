import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import type { ImportKind } from '#contract/import-kinds.ts'
import { type ImportReport, MAX_IMPORTED_ROWS } from '#contract/imports.ts'
import { numberText } from '#web/lib/format.ts'
import { newId } from '#web/lib/new-id.ts'
import { notify } from '#web/ui/notice/notify.ts'
import { FileButton } from '#web/ui/upload/FileButton.tsx'
import { LazyFileDrop } from '#web/ui/upload/LazyFileDrop.tsx'
import { sendFile } from './queries.ts'

type Props = { kind: ImportKind; jobId: string | undefined; onRead: (report: ImportReport) => void }

const rowsFile = (text: string) => new File([text], 'Pasted rows.txt', { type: 'text/plain' })

/** The file or the pasted rows; nothing is stored yet. */
export function ImportFile({ kind, jobId, onRead }: Props) {
  const [text, setText] = useState('')
  const [isReading, setIsReading] = useState(false)
  const read = async (file: File | undefined) => {
    if (!file || isReading) return
    setIsReading(true)
    try {
      onRead(await sendFile({ id: newId(), kind, shipmentId: jobId, file }))
    } catch (error) {
      notify.failedBecause(`${file.name} could not be read.`, error)
    }
    setIsReading(false)
  }
  const readText = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') void read(rowsFile(text))
  }
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { target, clipboardData } = event
    if (target instanceof HTMLElement && target.matches('input, textarea')) return
    const [file] = clipboardData?.files ?? []
    const pasted = clipboardData?.getData('text/plain') ?? ''
    if (!file && pasted.trim() === '') return
    event.preventDefault()
    if (pasted.trim() === '') return void read(file)
    setText(pasted)
    void read(rowsFile(pasted))
  })
  // Wherever the focus is: nobody clicks into a field before they paste.
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    <form className="import" onSubmit={readText}>
      <LazyFileDrop invitation="Drop the spreadsheet here" onFiles={([file]) => void read(file)} />
      <p>
        An Excel file (.xlsx) or a CSV file of at most {numberText(MAX_IMPORTED_ROWS)} rows, with headings
        above its columns. You see what it would do first.
      </p>
      <div>
        <FileButton
          variant="filled"
          accept=".xlsx,.csv,.txt,.tsv"
          loading={isReading}
          onFiles={([file]) => void read(file)}
        >
          Choose a file
        </FileButton>
      </div>
      <Textarea
        label="Or paste rows of a spreadsheet, with their headings"
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" disabled={text.trim() === '' || isReading}>
          Read the pasted rows
        </Button>
      </div>
    </form>
  )
}
