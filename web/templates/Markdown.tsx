import { type Block, blocksOf, spansOf } from './markdown.ts'

type Props = { text: string; pictureAt: (path: string) => string | undefined }

/** A page of our own writing, drawn as elements: no markup of it is taken over. */
export const Markdown = ({ text, pictureAt }: Props) =>
  blocksOf(text).map((block, index) => (
    <MarkdownBlock key={`${index} ${block.kind}`} block={block} pictureAt={pictureAt} />
  ))

function MarkdownBlock({ block, pictureAt }: { block: Block; pictureAt: Props['pictureAt'] }) {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      )
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={`${index} ${item}`}>
          <Line text={item} />
        </li>
      ))
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    case 'code':
      return <pre>{block.text}</pre>
    case 'picture': {
      const source = pictureAt(block.path)
      return source ? <img src={source} alt={block.text} loading="lazy" /> : null
    }
    case 'table':
      return <MarkdownTable head={block.head} rows={block.rows} />
  }
}

const MarkdownTable = ({ head, rows }: Pick<Extract<Block, { kind: 'table' }>, 'head' | 'rows'>) => (
  <div className="guide__table">
    <table>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={`${index} ${cell}`} scope="col">
              <Line text={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={`${place} ${row[0]}`}>
            {row.map((cell, index) => (
              <td key={`${index} ${cell}`}>
                <Line text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Line = ({ text }: { text: string }) =>
  spansOf(text).map((span, index) => {
    const key = `${index} ${span.text}`
    if (span.kind === 'code') return <code key={key}>{span.text}</code>
    if (span.kind === 'strong') return <strong key={key}>{span.text}</strong>
    return <span key={key}>{span.text}</span>
  })
