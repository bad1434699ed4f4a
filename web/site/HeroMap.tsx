import { landPath, projectPoint } from './world-map.ts'

// Karachi to Felixstowe as ships go: Aden, Suez, Gibraltar, Biscay.
const route: readonly (readonly [number, number])[] = [
  [66.9, 24.8],
  [60, 21],
  [52, 13.5],
  [45, 12],
  [40.5, 17.5],
  [35, 26.5],
  [32.6, 30.5],
  [28, 33.5],
  [18, 35.5],
  [11, 38],
  [3, 37.8],
  [-5.5, 36],
  [-10, 37.5],
  [-10.5, 43.5],
  [-6, 48.5],
  [0, 50.3],
  [1.4, 51.9],
]
const start = projectPoint(66.9, 24.8)
const end = projectPoint(1.4, 51.9)
const routePath = `M${route.map(([longitude, latitude]) => projectPoint(longitude, latitude).join(' ')).join('L')}`

/** Behind the first words: the sea route between two harbours. */
export function HeroMap() {
  return (
    <svg className="hero__map" viewBox="-30 -66 112 66" preserveAspectRatio="xMaxYMid slice" aria-hidden>
      <defs>
        <pattern id="dots" width="1.6" height="1.6" patternUnits="userSpaceOnUse">
          <circle cx="0.8" cy="0.8" r="0.5" />
        </pattern>
      </defs>
      <path className="hero__land" d={landPath} fillRule="evenodd" fill="url(#dots)" />
      <path className="hero__route" d={routePath} />
      {[start, end].map(([x, y]) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <circle className="hero__halo" r="2" />
          <circle className="hero__harbour" r="0.8" />
        </g>
      ))}
    </svg>
  )
}
