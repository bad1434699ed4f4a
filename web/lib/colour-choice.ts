/** Where the kit keeps whether a person wants it light or dark. */
const PLACE = 'mantine-color-scheme-value'

/** Gives the page the colours that this person has chosen, before the kit that does so later is there. */
export function applyColourChoice(): void {
  const choice = localStorage.getItem(PLACE)
  const isDark =
    choice === 'dark' || (choice !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset['mantineColorScheme'] = isDark ? 'dark' : 'light'
}
