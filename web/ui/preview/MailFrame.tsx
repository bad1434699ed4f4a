import './mail-frame.css'

/**
 * A mail's HTML as mail programs show it. The sandbox lets nothing in it run, send or reach this page; a link
 * opens in a page of its own.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  return (
    <iframe
      className="mail-frame"
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={html.replace('<head>', '<head><base target="_blank">')}
    />
  )
}
