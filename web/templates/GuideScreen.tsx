import guide from '#docs/templates.md?raw'
import { Screen } from '#web/ui/page/Screen.tsx'
import './guide.css'
import { Markdown } from './Markdown.tsx'
import { TemplateTabs } from '#web/records/TemplateTabs.tsx'

const pictures = import.meta.glob<string>('/docs/images/templates-*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The guide for who designs templates: the project's own page, so that there is one. */
export function GuideScreen() {
  // The page's own title stands above it already.
  const text = guide.replace(/^# .*\n/, '')
  return (
    <Screen title="Guide to templates">
      <TemplateTabs />
      <article className="guide">
        <Markdown text={text} pictureAt={path => pictures[`/docs/${path}`]} />
      </article>
    </Screen>
  )
}
