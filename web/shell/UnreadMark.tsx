/** How many mentions wait to be read; nothing where none does. */
export const UnreadMark = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="unread-mark">
      {count}
      <span className="unread-mark__word"> unread</span>
    </span>
  )
