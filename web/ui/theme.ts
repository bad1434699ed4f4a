import { type CSSVariablesResolver, createTheme, Input, type MantineColorsTuple } from '@mantine/core'

const sea: MantineColorsTuple = [
  '#e6f5f5',
  '#cdeaeb',
  '#9fd6d8',
  '#6dc0c4',
  '#43aab0',
  '#23969c',
  '#12838a',
  '#0b6e75',
  '#085a60',
  '#06464b',
]

// Mantine paints its dark surfaces from this one, lightest text to deepest ground.
const dark: MantineColorsTuple = [
  '#e6edf4',
  '#b9c6d3',
  '#a3b2c1',
  '#5c6e80',
  '#33455a',
  '#243447',
  '#182533',
  '#111c28',
  '#0c151f',
  '#080f17',
]

const FORM_TEXT = '0.875rem'
const CONTROL_HEIGHT = '2rem'

/** How high a field is, and its text, as the kit's fields take it. */
export const controlSizes = { '--input-height': CONTROL_HEIGHT, '--input-fz': FORM_TEXT } as const

export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  colors: { sea, dark },
  primaryColor: 'sea',
  primaryShade: 7,
  defaultRadius: 'sm',
  radius: { sm: '4px' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: FORM_TEXT },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  headings: { fontWeight: '600' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Input: Input.extend({
      vars: () => ({ wrapper: controlSizes }),
    }),
    InputWrapper: { defaultProps: { size: 'sm' } },
    Button: {
      // A size that is asked for, such as compact, keeps its own measures.
      vars: (_theme: unknown, { size }: { size?: string }) => ({
        root: size
          ? {}
          : { '--button-height': CONTROL_HEIGHT, '--button-fz': FORM_TEXT, '--button-padding-x': '12px' },
      }),
    },
  },
})

/** Every colour of the application, light and dark; contrasts are at least 4.5 to 1 for text. */
export const tokens: CSSVariablesResolver = () => ({
  variables: {
    '--bar': '#0b1624',
    '--bar-text': '#e8eef5',
    '--bar-muted': '#a9b8c8',
    '--bar-field': '#1b2a3d',
    '--bar-line': '#2b3d53',
    '--bar-red': '#ff8f86',
    '--bar-accent': '#7fd4d8',
    '--bar-focus': '#5cc2c7',
    '--veil': 'rgb(0 0 0 / 40%)',
    // What is printed or sent looks like paper, in the dark too.
    '--paper': '#ffffff',
    '--paper-text': '#4a5b6c',
    '--paper-ground': '#e8eaed',
    '--paper-ink': '#14202e',
    '--paper-line': '#aab4bf',
    '--paper-found': '#0b6e75',
    '--paper-found-soft': '#e3f2f3',
    '--paper-when': '#6b4e9b',
    '--paper-asked': '#8a5300',
    '--paper-asked-soft': '#fdf3e0',
    '--row-height': '32px',
  },
  light: {
    '--ground': '#ffffff',
    '--canvas': '#f4f6f8',
    '--line': '#dbe1e8',
    '--text': '#14202e',
    '--text-quiet': '#4a5868',
    '--accent': '#0b6e75',
    '--accent-soft': '#e3f2f3',
    '--hover': '#eef2f5',
    '--amber': '#8a5300',
    '--amber-soft': '#fdf3e0',
    '--red': '#b3261e',
    '--red-soft': '#fdecea',
    '--dot-grey': '#6b7785',
    '--dot-blue': '#1f6fd0',
    '--dot-green': '#1d7a46',
    '--mantine-color-text': '#14202e',
    '--mantine-color-dimmed': '#4a5868',
    '--mantine-color-placeholder': '#66727f',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': '#0b6e75',
    '--mantine-color-default-border': '#c3ccd6',
    '--input-bd': '#c3ccd6',
  },
  dark: {
    '--ground': '#111c28',
    '--canvas': '#0c151f',
    '--line': '#26364a',
    '--text': '#e6edf4',
    '--text-quiet': '#a9b8c7',
    '--accent': '#5cc2c7',
    '--accent-soft': '#12343b',
    '--hover': '#182634',
    '--amber': '#f2b65a',
    '--amber-soft': '#33270f',
    '--red': '#ff8f86',
    '--red-soft': '#3a1a1a',
    '--dot-grey': '#94a3b3',
    '--dot-blue': '#6aa8f5',
    '--dot-green': '#5bc48a',
    '--mantine-color-text': '#e6edf4',
    '--mantine-color-dimmed': '#a9b8c7',
    '--mantine-color-placeholder': '#8fa0b1',
    '--mantine-color-error': '#ff8f86',
    '--mantine-color-anchor': '#5cc2c7',
    '--mantine-color-default-border': '#3a4d63',
  },
})
