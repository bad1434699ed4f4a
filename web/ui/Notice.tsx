type NoticeProps = { message: string; action?: { label: string; run: () => void }; close: () => void }

/** What a notification says, and the one thing that can be done about it. */
export function Notice({ message, action, close }: NoticeProps) {
  return (
    <span className="notice">
      <span>{message}</span>
      {action && (
        <button
          type="button"
          className="notice__action"
          onClick={() => {
            close()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
    </span>
  )
}
