import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Place } from './Place.tsx'
import { tabActionPlaces } from './TabActions.tsx'

type Tab = {
  label: string
  link: LinkProps
  exact?: boolean
  /** What stands there is not saved yet. */
  isUnsaved?: boolean
}
type LinkTabsProps = { label: string; tabs: readonly Tab[] }

/** Tabs that are routes: each has an address of its own. At their right is room for what the open one offers to do. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // On a narrow screen the row scrolls, and the tab of this address may lie outside.
    row.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <div className="link-tabs-row">
      <nav className="link-tabs scrolls-sideways" aria-label={label} ref={row}>
        {tabs.map(tab => (
          <Link
            key={tab.label}
            {...tab.link}
            className="link-tabs__tab"
            activeOptions={{ exact: tab.exact ?? true, includeSearch: false }}
            preload="intent"
          >
            {tab.label}
            {tab.isUnsaved && (
              <span className="link-tabs__mark" title="Not saved">
                {' •'}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <Place places={tabActionPlaces} className="link-tabs-row__actions" />
    </div>
  )
}
