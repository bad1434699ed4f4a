export type MenuChoice = { label: string; isDisabled?: boolean; run: () => void }

/** The things that a menu offers to do; it closes before one is done. */
export const MenuChoices = ({ choices, close }: { choices: readonly MenuChoice[]; close: () => void }) => (
  <div className="menu-panel__list">
    {choices.map(({ label, isDisabled = false, run }) => (
      <button
        key={label}
        type="button"
        className="menu-panel__choice"
        disabled={isDisabled}
        onClick={() => {
          close()
          run()
        }}
      >
        {label}
      </button>
    ))}
  </div>
)
