// What travels between the server, the state and the screen. Shapes only: nothing runs here.

/** @typedef {"A"|"B"} Side */
/** @typedef {"A"|"tie"|"B"} Choice */
/** @typedef {"judge"|"why"|"answer"|"intro"|"gate"|"rate"} Mode */
/** @typedef {"training"|"test"|"work"} Stage */
/** @typedef {"side_by_side"|"stacked"|"switched"} Layout */
/** @typedef {"both_well"|"both_badly"} TieQuality */

/**
 * A place in a stored text and what is wrong there: a half-open range of Unicode code points, or the side as a whole.
 * @typedef {{side: Side, start: number|null, end: number|null, issue: string}} Mark
 */

/** @typedef {{key: string, label: string}} Issue */

/**
 * @typedef {object} PairProtocol
 * @property {string} key
 * @property {"pairwise"} kind
 * @property {Record<Choice, string>} choices
 * @property {string} text_language of texts that do not say theirs; "" is unknown
 * @property {Issue[]} issues
 * @property {Record<TieQuality, string>} tie
 */

/**
 * @typedef {object} Criterion
 * @property {string} key
 * @property {string} label
 * @property {string} description
 * @property {number} min
 * @property {number} max
 * @property {boolean} na
 * @property {Record<string, string>} points
 * @property {"none"|"optional"|"required"|"below_max"} explanation
 */

/**
 * @typedef {object} RatingProtocol
 * @property {string} key
 * @property {"rating"} kind
 * @property {string} title
 * @property {Criterion[]} criteria
 * @property {Issue[]} [issues]
 */

/** @typedef {PairProtocol|RatingProtocol} Protocol */

/**
 * What one of a dialogue says; `places`: from each place in `text` (in code points) on, where that stands in the stored text.
 * @typedef {{role: "user"|"assistant"|"system"|"tool"|null, text: string, places: [number, number][], html: string|null}} Turn
 */

/**
 * One comparison, or one response to rate.
 * @typedef {object} Sheet
 * @property {number} assignment
 * @property {number} revision
 * @property {string} [made] when the assignment was made
 * @property {"pair"|"rating"} kind
 * @property {"nb"|"nn"|null} written_standard
 * @property {string} prompt
 * @property {Partial<Record<Side, string>>} texts
 * @property {Partial<Record<Side, string>>} [html] the formatted view
 * @property {Partial<Record<Side|"prompt"|"reference", Turn[]>>} [dialogues] of the texts that are dialogues
 * @property {number} dwell_ms
 * @property {Stage} stage
 * @property {[number, number]|null} step
 * @property {boolean} [asks_reasons]
 * @property {Choice|null} [chosen] chosen already: only the reasons are missing
 * @property {string|null} [reference]
 * @property {string|null} [source_language]
 * @property {string|null} [target_language]
 * @property {Record<string, number|"na">} [scores]
 * @property {Record<string, string>} [explanations]
 * @property {Mark[]} [marks]
 * @property {number} [group]
 */

/**
 * What is told after a choice in training.
 * @typedef {object} Feedback
 * @property {boolean} right
 * @property {Choice} choice
 * @property {Choice} expected
 * @property {string|null} issue
 * @property {string|null} label
 * @property {string|null} explanation
 * @property {Mark[]} marks
 */

/**
 * What is told after a response was rated in training: of each criterion with an expectation, its ends and what was given.
 * @typedef {object} RatingFeedback
 * @property {boolean} right
 * @property {{key: string, expected: [number, number], given: number|null, right: boolean}[]} criteria
 * @property {string|null} explanation
 */

/** @typedef {{assignment: number, revision: number, kind: "choose"|"explain"|"skip"|"rate"}} UndoEntry */

/**
 * @typedef {object} Pile
 * @property {string} campaign
 * @property {string} title
 * @property {Stage} stage
 * @property {[number, number]|null} step
 * @property {number} done
 * @property {number|null} quota
 * @property {string|null} instead
 * @property {Protocol} protocol
 * @property {Sheet[]} sheets
 * @property {UndoEntry[]} undo newest first
 * @property {{answers: number, messages: number}} news
 * @property {{asked: number, right: number}|null} test
 * @property {number} idle_ms
 * @property {number} ahead
 */

/**
 * What the annotator did, as it is kept until the server has answered it; `age_ms` is put in when it is sent.
 * @typedef {object} Action
 * @property {string} id
 * @property {"choose"|"explain"|"undo"|"skip"|"ask"|"rate"|"read"|"seen"} kind
 * @property {number|null} [assignment]
 * @property {number} [revision]
 * @property {string} [made] of its sheet
 * @property {Choice} [choice]
 * @property {number} [seen_ms]
 * @property {string} [until]
 * @property {number} [visible_ms]
 * @property {Layout} [layout]
 * @property {string} [view]
 * @property {boolean|null} [prompt_opened]
 * @property {string} [language]
 * @property {Mark[]} [marks]
 * @property {TieQuality|null} [tie]
 * @property {string} [comment]
 * @property {string} [reason]
 * @property {string} [question]
 * @property {Record<string, number|"na">} [scores]
 * @property {Record<string, string>} [explanations]
 * @property {number|string} [version]
 */

/**
 * An action that waits: `done_at` by the wall clock, `at` by the monotonic clock of the page `life`; for an undo the
 * sheet that comes back (null: only the server has it) and what was undone.
 * @typedef {{order: number, action: Action, done_at: number, at: number, life: string, sheet: Sheet|null,
 *   undone: UndoEntry["kind"]|null}} Kept
 */

/** @typedef {{id: string, result: "recorded"|"known"|"refused", word: string|null, feedback?: Feedback|RatingFeedback}} Answer */

/**
 * What the page gives to the desk.
 * @typedef {object} Data
 * @property {string} src
 * @property {string} base
 * @property {string} slug
 * @property {string} owner
 * @property {string} language of the interface
 * @property {string} reads the language that the person reads, of those in the menu
 * @property {number} size percent
 * @property {Record<string, string>} words
 * @property {Record<string, string>} refusals
 * @property {{version: number|string, language: string, html: string}} guidelines
 * @property {{languages: Record<string, string>, campaigns: [string, string][], staff: boolean, sizes: number[]}} menu
 * @property {Pile} pile
 * @property {"plain"|"formatted"} view
 * @property {string|null} gate
 */

/**
 * What lies on the desk. Made by state.js from the pile and the actions that wait; the screen follows it.
 * @typedef {object} View
 * @property {Mode} mode
 * @property {Stage} stage
 * @property {[number, number]|null} step
 * @property {Sheet|null} sheet the first sheet (in modes why and answer the one that was chosen)
 * @property {Sheet[]} sheets all sheets left, the first included
 * @property {Choice|null} chosen
 * @property {Feedback|RatingFeedback|null} feedback in mode answer; null there as long as the server has not told it
 * @property {number} done with what waits
 * @property {number} saved what the server has
 * @property {number|null} quota
 * @property {number} waiting how many actions wait
 * @property {UndoEntry|null} undo what Undo takes back
 * @property {string|null} instead why there is no sheet
 * @property {boolean} held true: the server must answer before anything can be done (training, no store, an undo)
 * @property {Protocol} protocol
 * @property {Pile} pile
 */

/** @typedef {(name: "rerun"|"go"|"language"|"campaign"|"text_size", value: unknown) => void} Tell */
/** @typedef {"guidelines"|"ask"|"skip"|"menu"|"keys"} PanelName */

/**
 * What the frame offers to middles and panels.
 * @typedef {object} Desk
 * @property {Data} data always the newest
 * @property {Record<string, string>} words
 * @property {View} view
 * @property {HTMLElement} middle where roots lie; the one that scrolls
 * @property {HTMLElement} float lies over the middle and does not scroll: for what floats near the words
 * @property {(choice: Choice) => void} choose
 * @property {() => void} goOn ends mode why: sends marks, tie and comment
 * @property {() => void} next ends mode answer
 * @property {() => void} begin ends mode intro
 * @property {() => void} undo
 * @property {(reason: string, comment: string, assignment?: number) => void} skip
 * @property {(question: string, marks: Mark[], assignment: number|null) => void} ask
 * @property {(sheet: Sheet, scores: Record<string, number|"na">, explanations: Record<string, string>, marks: Mark[]) => void} rate
 * @property {(version: number|string, seen_ms: number) => void} read the guidelines were read
 * @property {(until?: string) => void} seen answers and messages up to this time were seen
 * @property {() => Promise<Talk>} talk
 * @property {(name: PanelName|null) => void} open a panel; null closes it
 * @property {() => Mark[]} picked words that are selected in the texts (issue ""): what a question is about
 * @property {(on: boolean) => void} picking whether words can be picked up in the texts outside mode why
 * @property {() => void} selected other words are selected: who shows them looks again
 * @property {(text: string, trouble?: boolean) => void} line what became of the last click
 * @property {(text: string) => void} say to screen readers only
 * @property {(key: string) => unknown} draft what was kept under this key, undefined if nothing
 * @property {(key: string, value: unknown) => void} keep undefined forgets it
 * @property {() => {seen_ms: number, visible_ms: number}} times since the sheet was painted
 * @property {() => boolean} hasty whether what lies there has only just come: Enter was not meant for it
 * @property {() => Layout} layout
 * @property {Tell} tell
 */

/**
 * @typedef {object} Question
 * @property {number} id
 * @property {string} text
 * @property {string|null} about
 * @property {string} asked_at
 * @property {string|null} answer
 * @property {string|null} answered_at
 * @property {boolean} new
 */

/** @typedef {{at?: string, questions: Question[], messages: {id: number, text: string, sent_at: string, new: boolean}[]}} Talk */

/**
 * @typedef {object} Middle
 * @property {HTMLElement} root lies in the scrolling middle while the view's mode is this middle's
 * @property {HTMLElement|null} above lies in the row above the choices; null: there is no such row
 * @property {(view: View, before: View|null) => void} show paints, in the frame of the click: be quick
 * @property {(event: KeyboardEvent, key: string) => boolean} [keys] true: taken
 * @property {() => void} [hide]
 * @property {() => Mark[]} [picked] words that are selected in its own texts
 * @property {(on: boolean) => void} [picking] words are selected for a question now
 */

/**
 * @typedef {object} Panels
 * @property {HTMLElement} root
 * @property {PanelName|null} current
 * @property {(name: PanelName|null, opener?: HTMLElement|null) => void} open null closes; the focus goes back without a ring
 * @property {(view: View) => void} show the view has changed
 * @property {(event: KeyboardEvent, key: string) => boolean} [keys]
 */

export {}
