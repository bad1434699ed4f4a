import { useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun, IconSunMoon } from '#web/ui/icons.ts'

const choices = {
  auto: { label: 'Light or dark', icon: IconSunMoon, next: 'light' },
  light: { label: 'Always light', icon: IconSun, next: 'dark' },
  dark: { label: 'Always dark', icon: IconMoon, next: 'auto' },
} as const

/** As the system has it, unless this person wants one of the two; remembered in this browser. */
export function ColourChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { label, icon: Icon, next } = choices[colorScheme]
  return (
    <button
      type="button"
      className="person-menu__choice"
      title="Change between the system’s colours, light and dark"
      onClick={() => setColorScheme(next)}
    >
      <Icon size={20} aria-hidden />
      {label}
    </button>
  )
}
