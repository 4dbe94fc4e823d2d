import CoreSystem
import ShellCommands
import ShellLanguage
import ShellOutput

extension Setting {
  /// The settings, in the order of the list printed by `set`.
  package static let all = [
    output,
    flag(
      "anonymous", "whether requests carry no credentials",
      { $0.anonymous.isRaised }, { $1 ? $0.anonymous.raise() : $0.anonymous.lower() }),
    colors, gatherLimit,
    flag(
      "highlight", "whether words have colours while typed", { $0.highlights },
      { $0.highlights = $1 }),
    flag(
      "keep-going", "whether scripts continue after a failure",
      { $0.keepsGoing }, { $0.keepsGoing = $1 }),
    offline, pager,
    flag("quiet", "whether notices are left out", { $0.isQuiet }, { $0.isQuiet = $1 }),
    choice(
      "records", "how tables show lists",
      details: """
        vertical shows each record a field a line, in files too; auto does so if too much would be cut \
        on the terminal. wide shows each record as one line that is not cut; in the pager less, the \
        arrow keys move sideways.
        """,
      of: RecordLayout.self, { $0.layout }, { $0.layout = $1 }),
    retries,
    flag(
      "suggestions", "whether earlier lines are suggested", { $0.suggests }, { $0.suggests = $1 }),
    choice(
      "trace", "whether requests are shown as curl lines",
      details: """
        curl shows each request as a command line of curl on standard error, without credentials; so \
        does the option --curl. With verbose, it is shown in place of the request's own lines.
        """,
      of: TraceForm.self, { $0.tracesCurl.isRaised ? .curl : .off },
      { $1 == .curl ? $0.tracesCurl.raise() : $0.tracesCurl.lower() }),
    flag("verbose", "whether requests are traced", { $0.verbose.isRaised }) {
      if $1 { $0.verbose.raise() } else { $0.verbose.lower() }
    },
  ]

  private enum TraceForm: String, CaseIterable { case off, curl }

  private static let output = Setting(
    name: "output", abstract: "the format of results",
    details: "auto is a table on a terminal and TSV elsewhere.",
    words: ["auto"] + OutputFormat.names,
    value: { $0.output?.rawValue ?? "auto" },
    change: { settings, text in
      let format = OutputFormat(rawValue: text)
      guard format != nil || text == "auto" else {
        throw invalid("output", text, ["auto"] + OutputFormat.names)
      }
      settings.output = format
    })

  private static let gatherLimit = Setting(
    name: "gather-limit", abstract: "how many records a stage may hold",
    details: "Stages such as sort-by hold no more than this number; auto is a million.",
    words: ["auto"], otherValue: "a number", value: { String($0.gatherLimit) },
    change: { settings, text in
      if text == "auto" {
        settings.gatherLimit = ShellSettings.defaultGatherLimit
        return
      }
      guard let limit = Int(text), limit > 0 else {
        throw ShellError(
          .usage,
          "'\(text)' is not a value of gather-limit; choose auto or a number of at least 1")
      }
      settings.gatherLimit = limit
    })

  private static let offline = choice(
    "offline", "whether stored results may answer",
    details: """
      Commands answer from what was stored earlier if the service cannot be reached (auto), always, \
      or never. At a prompt it begins as auto, in a script as never, unless the program was started \
      with --offline ('help offline' tells more).
      """,
    of: OfflineMode.self, { $0.offline.value }, { $0.offline.value = $1 })

  private static let retries = Setting(
    name: "retries", abstract: "how often a failed request is sent again",
    details: """
      The options --retries and --no-retry of a command decide first, then this; auto leaves it to the \
      environment, which says 3 unless 'retries' in config.json says otherwise. A write that the \
      server may have received is not sent again, unless the environment has idempotencyKeys: true.
      """,
    words: ["auto"], otherValue: "a number",
    value: { $0.retries.value.map(String.init) ?? "auto" },
    change: { settings, text in
      guard text != "auto" else { return settings.retries.value = nil }
      guard let number = Int(text), RetrySetting.bounds.contains(number) else {
        throw ShellError(
          .usage,
          "'\(text)' is not a value of retries; choose auto or a number from 0 to "
            + "\(RetrySetting.bounds.upperBound)")
      }
      settings.retries.value = number
    })

  private static let pager = Setting(
    name: "pager", abstract: "the program that shows long results",
    details: """
      At a prompt, it shows results that are longer than the screen. auto is $PAGER or else less \
      -RFX, and -RSX with 'set records wide'; off is none.
      """,
    words: ["auto", "off"], otherValue: "a program",
    variables: { environment in
      environment("PAGER").map { ($0.isEmpty ? "off" : $0, "PAGER") }
    },
    value: { $0.pager.map { $0.isEmpty ? "off" : $0 } ?? "auto" },
    change: { settings, text in
      switch text {
      case "auto": settings.pager = nil
      case "off", "": settings.pager = ""
      default:
        guard ProgramWords.words(of: text) != nil else {
          throw ShellError(
            .usage, "'\(text)' is not a pager; give auto, off, or a program with its arguments")
        }
        settings.pager = text
      }
    })
}
