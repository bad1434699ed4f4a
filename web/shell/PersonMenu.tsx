import type { Membership } from '#contract/users.ts'
import { configuration } from '#web/lib/configuration.ts'
import { IconAt, IconKeyboard, IconSunrise, IconUserCircle } from '#web/ui/icons.ts'
import { MenuButton } from '#web/ui/MenuButton.tsx'
import { ColourChoice } from './ColourChoice.tsx'
import { UnreadMark } from './UnreadMark.tsx'

type Props = {
  member: Membership | undefined
  unread: number
  onMentions: () => void
  onSummary: () => void
  onKeys: () => void
}

/** At the top right: who is signed in and for which company, and what is this person's own. */
export function PersonMenu({ member, unread, onMentions, onSummary, onKeys }: Props) {
  const { accountPage } = configuration()
  const face = (
    <>
      <span className="top-bar__names">
        <span className="top-bar__company">{member?.account.name}</span>{' '}
        <span className="top-bar__person">{member?.user.displayName}</span>
      </span>
      <IconUserCircle size={24} aria-hidden />
      {unread > 0 && <span className="top-bar__dot" />}
    </>
  )
  const choices = [
    { label: 'Mentions', Icon: IconAt, run: onMentions, mark: <UnreadMark count={unread} /> },
    { label: 'Morning summary', Icon: IconSunrise, run: onSummary },
    { label: 'Keyboard shortcuts', Icon: IconKeyboard, run: onKeys, isKeys: true },
  ]
  return (
    <MenuButton
      label={[member?.account.name, member?.user.displayName, 'your settings'].filter(Boolean).join(', ')}
      title={member?.user.email ?? ''}
      face={{ className: 'top-bar__who', content: face }}
    >
      {close => (
        <div className="menu-panel__list">
          {accountPage !== null && (
            <a className="person-menu__choice" href={accountPage}>
              <IconUserCircle size={20} aria-hidden />
              My account
            </a>
          )}
          {choices.map(({ label, Icon, run, mark, isKeys }) => (
            <button
              key={label}
              type="button"
              className={isKeys ? 'person-menu__choice person-menu__choice--keys' : 'person-menu__choice'}
              onClick={() => {
                close()
                run()
              }}
            >
              <Icon size={20} aria-hidden />
              {label}
              {mark}
            </button>
          ))}
          <ColourChoice />
        </div>
      )}
    </MenuButton>
  )
}
