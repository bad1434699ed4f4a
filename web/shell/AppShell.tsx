import { IconAt, IconHistory, IconLogout, IconMail, IconMenu2 } from '#web/ui/icons.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, Outlet } from '@tanstack/react-router'
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useCompanyDay } from '#web/lib/company-day.ts'
import { membershipQuery, useMembership } from '#web/lib/membership.ts'
import { productName } from '#web/lib/product-name.ts'
import { useUnreadMentions } from '#web/mentions/queries.ts'
import { isAnyDialogOpen } from '#web/ui/dialog/open-dialogs.ts'
import { useOpenNewJob } from '#web/records/new-job.ts'
import { EntryContextProvider } from '#web/ui/entry/entry-context.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SpareNoticePlace } from '#web/ui/notice/NoticePlace.tsx'
import { InvitationBar } from './InvitationBar.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { SearchBox } from './SearchBox.tsx'
import { dailyEntries, settingsEntries } from './sidebar-entries.ts'
import { UnreadMark } from './UnreadMark.tsx'
import { useCommands } from './use-commands.ts'
import { useFirstTimeZone } from './use-first-time-zone.ts'
import { usePrintedPaper } from './use-printed-paper.ts'
import { VerificationHost } from './VerificationHost.tsx'
import './search.css'
import './shell.css'

const SummaryPicker = lazy(async () => ({
  default: (await import('#web/summaries/SummaryPicker.tsx')).SummaryPicker,
}))
const MentionsPicker = lazy(async () => ({
  default: (await import('#web/mentions/MentionsPicker.tsx')).MentionsPicker,
}))
const GenerationPicker = lazy(async () => ({
  default: (await import('#web/templates/GenerationPicker.tsx')).GenerationPicker,
}))
const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }))

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: boolean }>
type Entry = { label: string; to: NonNullable<LinkProps['to']>; Icon: Icon; exact?: boolean }

/** What needs to know whose company it is: it waits for that, and the frame around it stands already. */
function OfMember({ children }: { children: ReactNode }) {
  useMembership()
  useFirstTimeZone()
  usePrintedPaper()
  return children
}

/** The application's frame: top bar, sidebar, and the screen in its place. */
export function AppShell() {
  const { data } = useQuery(membershipQuery)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const closeMenu = () => setIsMenuOpen(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const [showsSummary, setShowsSummary] = useState(false)
  const [showsMentions, setShowsMentions] = useState(false)
  const unread = useUnreadMentions({ enabled: data !== undefined })
  const [hasSearched, setHasSearched] = useState(false)
  const [generating, setGenerating] = useState<{ jobId: string; templateId: string | undefined }>()
  const { openNewJob } = useOpenNewJob()
  const mayCreate = data?.permissions.includes('jobs:write') ?? false
  const commands = useCommands({
    isOpen: hasSearched,
    member: data,
    onNewJob: () => void openNewJob(),
    onGenerate: (jobId, templateId) => setGenerating({ jobId, templateId }),
    onMentions: () => setShowsMentions(true),
    onSummary: () => setShowsSummary(true),
    onKeys: () => setShowsKeys(true),
  })
  const createByKey = useEffectEvent(() => {
    if (mayCreate && !isAnyDialogOpen()) void openNewJob()
  })
  const sidebar = useRef<HTMLElement>(null)
  const menuButton = useRef<HTMLSpanElement>(null)
  // The focus goes back to what opened the menu, unless a link in it leads elsewhere.
  const dismissMenu = useCallback(() => {
    if (!isMenuOpen) return
    setIsMenuOpen(false)
    menuButton.current?.querySelector('button')?.focus()
  }, [isMenuOpen])
  useEffect(() => {
    if (isMenuOpen) sidebar.current?.querySelector('a')?.focus()
  }, [isMenuOpen])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
      const isPlain = !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat
      if (event.key === '?' && !isTyping) setShowsKeys(true)
      if (event.key === 'c' && isPlain && !event.defaultPrevented) createByKey()
      if (event.key === 'Escape') dismissMenu()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [dismissMenu])

  const companyDay = useCompanyDay()
  const entry = ({ label, to, Icon: Symbol, exact = false }: Entry) => (
    <Link
      key={to}
      to={to}
      className="sidebar__link"
      activeOptions={{ exact, includeSearch: false }}
      preload="intent"
      onClick={closeMenu}
    >
      <Symbol size={24} aria-hidden />
      {label}
    </Link>
  )

  return (
    <div className={isMenuOpen ? 'shell shell--menu-open' : 'shell'}>
      <a className="shell__skip" href="#content">
        Skip to content
      </a>
      <header className="top-bar">
        <span className="top-bar__menu" ref={menuButton}>
          <IconButton label="Menu" icon={IconMenu2} onClick={() => setIsMenuOpen(!isMenuOpen)} />
        </span>
        <Link to="/webapp" className="top-bar__name">
          {productName}
        </Link>
        <SearchBox commands={commands} onOpen={() => setHasSearched(true)} />
        <div className="top-bar__end">
          <PersonMenu
            member={data}
            unread={unread}
            onMentions={() => setShowsMentions(true)}
            onSummary={() => setShowsSummary(true)}
            onKeys={() => setShowsKeys(true)}
          />
        </div>
      </header>
      <nav className="sidebar" aria-label="Main" ref={sidebar}>
        {dailyEntries.map(entry)}
        {unread > 0 && (
          <button
            type="button"
            className="sidebar__link sidebar__button"
            onClick={() => {
              closeMenu()
              setShowsMentions(true)
            }}
          >
            <IconAt size={24} aria-hidden />
            Mentions
            <UnreadMark count={unread} />
          </button>
        )}
        <h2 className="sidebar__heading">Settings</h2>
        {settingsEntries.map(entry)}
        {data?.permissions.includes('mail:all') &&
          entry({ label: 'E-mails', to: '/webapp/emails', Icon: IconMail })}
        {data?.permissions.includes('history:all') &&
          entry({ label: 'History', to: '/webapp/history', Icon: IconHistory })}
        <Link to="/logout" className="sidebar__link sidebar__link--last">
          <IconLogout size={24} aria-hidden />
          Sign out
        </Link>
      </nav>
      <button type="button" className="shell__veil" aria-label="Close the menu" onClick={dismissMenu} />
      <div className="shell__notice">
        <OfflineBar />
        <InvitationBar />
      </div>
      <main id="content" className="shell__content" data-scroll-restoration-id="content" tabIndex={-1}>
        <Suspense>
          <OfMember>
            <EntryContextProvider value={companyDay}>
              <Outlet />
            </EntryContextProvider>
          </OfMember>
        </Suspense>
      </main>
      <div className="shell__below">
        <SpareNoticePlace />
      </div>
      {showsSummary && (
        <Suspense>
          <SummaryPicker onClose={() => setShowsSummary(false)} />
        </Suspense>
      )}
      {showsMentions && (
        <Suspense>
          <MentionsPicker onClose={() => setShowsMentions(false)} />
        </Suspense>
      )}
      {generating && (
        <Suspense>
          <GenerationPicker
            jobIds={[generating.jobId]}
            templateIds={generating.templateId ? [generating.templateId] : []}
            onClose={() => setGenerating(undefined)}
          />
        </Suspense>
      )}
      <VerificationHost />
      {showsKeys && (
        <Suspense>
          <KeysDialog onClose={() => setShowsKeys(false)} />
        </Suspense>
      )}
    </div>
  )
}
