import { useSyncExternalStore } from 'react'
import { exportCompany } from '#contract/company-export.ts'
import { callFile } from '#web/lib/call.ts'
import { sizeText } from '#web/lib/format.ts'
import { messageOf } from '#web/lib/problem.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { runTask, taskStore } from '#web/ui/notice/task-store.ts'

const TITLE = 'Exporting the company'

/** Goes on while people work on other screens; the browser saves the file when it is complete. */
export function startExport(fileName: string): Promise<void> {
  return runTask({
    title: TITLE,
    atOnce: 1,
    steps: [
      {
        label: 'Export',
        run: async (signal, tell) => {
          const file = await callFile(exportCompany, {
            signal,
            onReceived: bytes => tell(`${sizeText(bytes)} downloaded`),
          })
          saveFile(file, fileName)
        },
      },
    ],
    explain: error => ({ message: messageOf(error), reasons: [] }),
    summarise: (_, failed, isStopped) => {
      if (isStopped) return 'The export was stopped.'
      return failed > 0
        ? 'The company was not exported.'
        : 'The company was exported. Your browser has the file.'
    },
  })
}

const isExporting = () => taskStore.read().some(({ title, state }) => title === TITLE && state === 'working')

export const useIsExporting = () => useSyncExternalStore(taskStore.subscribe, isExporting)
