import { IconChevronDown, IconMenu2 } from '#web/ui/icons.ts'
import { errorPages, type SitePage, sitePages } from '#contract/site.ts'
import { brand } from './brand.ts'
import { Each, Unless } from './Filled.tsx'

const product: readonly [SitePage, string][] = [
  ['features', 'Features'],
  ['pricing', 'Pricing'],
  ['faq', 'FAQ'],
  ['comingSoon', 'Coming Soon'],
]

type Props = { current: string }

/** The same links twice: in a row, and behind a button where there is no room for a row. */
export function TopBar({ current }: Props) {
  const link = (page: SitePage, label: string) => (
    <a href={sitePages[page]} {...(sitePages[page] === current && { 'aria-current': 'page' as const })}>
      {label}
    </a>
  )
  const account = (
    <>
      <Each of="signedIn">
        <a className="button button--accent" href="/webapp">
          Open the application
        </a>
      </Each>
      <Unless of="signedIn">
        <a href="/register">Sign Up</a>
        <a className="button button--bar" href="/login">
          Login
        </a>
      </Unless>
    </>
  )
  const isProduct = product.some(([page]) => sitePages[page] === current)
  return (
    <header className={`bar${current === errorPages.missing ? ' bar--plain' : ''}`} data-bar>
      <div className="bar__inside">
        <a className="bar__name" href="/">
          {brand.name}
        </a>
        <nav className="bar__row" aria-label="Main">
          {link('home', 'Home')}
          {link('about', 'About Us')}
          <details className="drop" data-closes>
            <summary className={isProduct ? 'drop__label drop__label--current' : 'drop__label'}>
              Product
              <IconChevronDown size={16} aria-hidden />
            </summary>
            <ul className="drop__list">
              {product.map(([page, label]) => (
                <li key={page}>{link(page, label)}</li>
              ))}
            </ul>
          </details>
          {link('contact', 'Contact')}
          <span className="bar__account">{account}</span>
        </nav>
        <details className="menu" data-closes>
          <summary className="menu__button">
            <IconMenu2 size={24} aria-hidden />
            Menu
          </summary>
          <nav className="menu__sheet" aria-label="Main">
            {link('home', 'Home')}
            {link('about', 'About Us')}
            <p className="menu__heading">Product</p>
            {product.map(([page, label]) => (
              <span key={page} className="menu__inner">
                {link(page, label)}
              </span>
            ))}
            {link('contact', 'Contact')}
            <span className="menu__account">{account}</span>
          </nav>
        </details>
      </div>
    </header>
  )
}
