export type IconProps = {
  /** Width and height, in pixels. */
  size?: number
  /** Width of the lines, in units of a grid of 24 by 24. */
  stroke?: number
  className?: string
  'aria-hidden'?: boolean
}

/** An icon of lines, drawn on a grid of 24 by 24; `lines` is what SVG calls a path. */
export function icon(lines: string) {
  return function Icon({ size = 24, stroke = 2, ...others }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...others}
      >
        <path d={lines} />
      </svg>
    )
  }
}
