import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { IconMenu2, IconSearch, IconUserCircle } from '#web/ui/icons.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { theme, tokens } from '#web/ui/theme.ts'
import { dailyEntries, settingsEntries } from './sidebar-entries.ts'

type Entries = typeof dailyEntries | typeof settingsEntries

const Links = ({ entries }: { entries: Entries }) =>
  entries.map(({ label, to, Icon }) => (
    <span key={to} className="sidebar__link">
      <Icon size={24} aria-hidden />
      {label}
    </span>
  ))

const declarations = (variables: Record<string, string>) =>
  Object.entries(variables)
    .map(([name, value]) => `${name}:${value};`)
    .join('')

/** The colours that the kit adds to the page once it runs. */
function colours(): string {
  const { variables, light, dark } = tokens(mergeMantineTheme(DEFAULT_THEME, theme))
  const font = { '--mantine-font-family': theme.fontFamily ?? '' }
  return [
    `:root{${declarations({ ...font, ...variables, ...light })}}`,
    `:root[data-mantine-color-scheme=dark]{${declarations(dark)}}`,
  ].join('')
}

/**
 * The frame of the application as the page itself brings it: whoever is signed in sees it while the scripts are on
 * their way. Nothing in it can be used, and none of it is read aloud; `AppShell` takes its place.
 */
export const renderFirstPaint = (): string =>
  renderToStaticMarkup(
    <>
      <style dangerouslySetInnerHTML={{ __html: colours() }} />
      <div className="shell shell--first-paint" aria-hidden inert>
        <header className="top-bar">
          <span className="top-bar__menu">
            <span className="top-bar__menu-icon">
              <IconMenu2 size={20} />
            </span>
          </span>
          <span className="top-bar__name">{'{{brand.name}}'}</span>
          <div className="search">
            <IconSearch size={18} className="search__icon" />
            <div className="search__input" />
          </div>
          <span className="top-bar__who">
            <IconUserCircle size={24} />
          </span>
        </header>
        <div className="sidebar">
          <Links entries={dailyEntries} />
          <span className="sidebar__heading">Settings</span>
          <Links entries={settingsEntries} />
        </div>
        <div className="shell__content" />
      </div>
    </>,
  )
