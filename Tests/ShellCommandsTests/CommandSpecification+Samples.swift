@testable import ShellCommands

/// Commands for the tests to bind words to.
extension CommandSpecification {
  static let printing = CommandSpecification(
    "print", abstract: "Write words, with a blank between them",
    arguments: [
      ArgumentSpecification(
        "WORD", "What to write", isRequired: false, isRepeating: true)
    ]
  ).parsingOptions(.knownOnly)

  static let timing = CommandSpecification(
    "time", abstract: "Run a command and say how long it took",
    arguments: [ArgumentSpecification("WORD", "The command's words", isRepeating: true)],
    options: [OptionSpecification(flag: "short", short: "s", "Say it in one line")]
  ).parsingOptions(.beforeArguments)

  static let sleeping = CommandSpecification(
    "sleep", abstract: "Wait",
    arguments: [
      ArgumentSpecification(
        "SECONDS", "How long", type: .number(0...Double.greatestFiniteMagnitude))
    ])

  static let listing = CommandSpecification(
    "list", abstract: "List products",
    discussion: """
      Shows a page of the catalogue. A query is words, each of which begins a word of the \
      product's name or description; the page that comes next is what the command `more` shows.

      A longer list is best sent to a program, or to a file.
      """,
    examples: [
      Example("products list --query mug", "The products that have to do with mugs"),
      Example("products list --sort -price --all | head -n 3", "The three that cost most"),
    ],
    options: [
      OptionSpecification("query", short: "q", value: "T", "Only what these words find"),
      OptionSpecification(
        "page", short: "p", value: "N", "Which page to show", type: .integer(1...Int.max),
        default: "1"),
      OptionSpecification(
        "per-page", value: "N", "How many products a page has", type: .integer(1...1000),
        default: "20"),
      OptionSpecification(
        "sort", value: "F", "By which field; a dash before it reverses the order",
        type: .choice(["name", "price", "-name", "-price"])),
      OptionSpecification(flag: "all", short: "a", "Show every page, one after the other"),
      OptionSpecification(flag: "brief", short: "b", "Leave the prices out"),
    ])

  static let showing = CommandSpecification(
    "show", abstract: "Show a review",
    arguments: [
      ArgumentSpecification("PRODUCT", "The product's id", isRequired: false),
      ArgumentSpecification("REVIEW", "The review's id"),
    ])

  static let adding = CommandSpecification(
    "add", abstract: "Post a review of a product",
    discussion: "Needs a session: see `help session login`.",
    examples: [
      Example(#"reviews add p-1 --rating 4 --comment "It's fine""#, "Four stars and a word")
    ],
    arguments: [
      ArgumentSpecification(
        "PRODUCT", "The product's id; the place's where left out", isRequired: false)
    ],
    options: [
      OptionSpecification(
        "rating", value: "N", "How many stars", type: .integer(1...5), isRequired: true),
      OptionSpecification(
        "comment", value: "T", "What there is to say", type: .text(length: 1...20),
        isRequired: true),
    ])

  static let secret = CommandSpecification(
    "unlock", abstract: "Unlock",
    options: [OptionSpecification("code", value: "N", "The code", type: .integer(0...9999))]
  ).withSecretWords()

  static let adjusting = CommandSpecification(
    "adjust", abstract: "Move by steps",
    arguments: [
      ArgumentSpecification("BY", "How far", type: .integer(-10...10)),
      ArgumentSpecification("NOTE", "Why", isRequired: false, isRepeating: true),
    ])
}
