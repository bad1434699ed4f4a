import { Button } from '@mantine/core'
import { IconX } from '#web/ui/icons.ts'
import { useSyncExternalStore } from 'react'
import './task-panel.css'
import { dismissTask, type Failure, type Task, taskStore } from './task-store.ts'

/** Where long work shows how far it is, whichever screen is open meanwhile. */
export function TaskPanel() {
  const tasks = useSyncExternalStore(taskStore.subscribe, taskStore.read)
  if (tasks.length === 0) return null
  return (
    <div className="tasks" role="region" aria-label="Work in progress">
      {tasks.map(task => (
        <OneTask key={task.id} task={task} />
      ))}
    </div>
  )
}

function OneTask({ task }: { task: Task }) {
  const { id, title, done, total, progress, failures, state, outcome, stop, retry, undo } = task
  if (state === 'working')
    return (
      <div className="task">
        <p className="task__line" role="status">
          {total > 1 ? `${title}: ${done} of ${total}` : progress ? `${title}: ${progress}` : `${title}…`}
        </p>
        <progress className="task__bar" aria-label={title} max={total} {...(total > 1 && { value: done })} />
        {(total > 1 || progress) && (
          <Button size="compact-sm" variant="default" onClick={stop}>
            Stop
          </Button>
        )}
      </div>
    )
  const hasFailed = failures.length > 0
  return (
    <div className={hasFailed ? 'task task--failed' : 'task'} role={hasFailed ? 'alert' : 'status'}>
      <p className="task__line">{outcome}</p>
      {hasFailed && <Failures failures={failures} />}
      {hasFailed && (
        <Button size="compact-sm" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
      {undo && (
        <Button size="compact-sm" variant="default" onClick={undo.run}>
          {undo.label}
        </Button>
      )}
      <button type="button" className="task__close" aria-label="Dismiss" onClick={() => dismissTask(id)}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}

/** Each cause once, with all that it concerns. */
function Failures({ failures }: { failures: readonly Failure[] }) {
  const byCause = new Map<string, Failure[]>()
  for (const failure of failures) {
    const cause = [failure.message, ...failure.reasons].join('\n')
    byCause.set(cause, [...(byCause.get(cause) ?? []), failure])
  }
  return (
    <ul className="task__failures">
      {[...byCause].map(([cause, [first, ...others]]) => (
        <li key={cause}>
          {others.length === 0 ? `${first?.label}: ${first?.message}` : first?.message}
          {others.length > 0 && first && <Lines lines={[first, ...others].map(({ label }) => label)} />}
          {first && first.reasons.length > 0 && <Lines lines={first.reasons} />}
        </li>
      ))}
    </ul>
  )
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line, place) => (
      <li key={`${place} ${line}`}>{line}</li>
    ))}
  </ul>
)
