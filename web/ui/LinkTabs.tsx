import { Link, type LinkProps } from '@tanstack/react-router'

type LinkTabsProps = { label: string; tabs: readonly { label: string; link: LinkProps; exact?: boolean }[] }

/** Tabs that are routes: each has an address of its own. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav className="link-tabs" aria-label={label}>
      {tabs.map(tab => (
        <Link
          key={tab.label}
          {...tab.link}
          className="link-tabs__tab"
          activeOptions={{ exact: tab.exact ?? true, includeSearch: false }}
          preload="intent"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
