import ShellCommands
import ShellOutput
import ShellRuntime

@MainActor
final class CommandHelp {
  private let shell: Shell
  private let abstract: String
  let modules: ModuleRegistry
  private let streams: StandardStreams
  /// The APIs whose commands must now be typed with the API's name.
  private let otherAPIs: [String]
  private let currentAPI: String?
  private(set) lazy var topics = HelpTopic.all(of: shell)
  private(set) lazy var search = HelpSearch(
    builtins: modules.builtins, stages: modules.stages, modules: modules, topics: topics)

  init(_ shell: Shell) {
    self.shell = shell
    abstract = shell.host.identity.abstract
    modules = shell.modules
    streams = shell.streams
    let environments = shell.host.environments
    let apis = [environments.ownAPI].compactMap(\.self) + environments.otherAPIs.sorted()
    let current = environments.currentAPI
    otherAPIs = apis.filter { $0 != current }
    currentAPI = current
  }

  /// Returns the module with a name; nil if there is none, or if the name alone runs a command.
  func module(_ name: String) -> (any FeatureModule)? {
    modules.commands(of: name)?.sole == nil ? modules.module(name) : nil
  }

  /// Returns the page with a name, in upper or lower case and with blanks or dashes.
  func topic(_ words: [String]) -> HelpTopic? {
    let name = words.joined(separator: "-").lowercased()
    return HelpTopic.named(name, of: shell)
  }

  /// Descriptions of APIs and modules come from others, and a pipe often ends at a terminal, as in `| head`.
  func text(of subject: HelpSubject) -> String {
    TerminalText.escaped(plainText(of: subject), keepsLines: true)
  }

  private func plainText(of subject: HelpSubject) -> String {
    switch subject {
    case .overview: joined(overview)
    case .commands: joined(commands)
    case .topics: joined(layout.columns(topics.map { ($0.name, $0.abstract) }))
    case .command(let entry):
      streams.text(of: HelpText(withExamplesOfHere(entry.specification), path: entry.path))
        + reference(to: entry.path)
    case .module(let name): text(ofModule: name) + reference(to: name)
    case .api(let name):
      joined(lines(ofAPI: name)) + reference(to: topic([name]) == nil ? "api" : name)
    case .group(let name, let api): text(ofGroup: name, in: api)
    case .topic(let topic): joined(topic.lines(in: layout))
    case .found(let hit, let related): plainText(of: hit.subject) + reference(to: related)
    case .hits(let hits, let words): joined(list(hits, for: words))
    }
  }

  /// A specification without the examples that use modules that are disabled, or of an API other than the current one.
  private func withExamplesOfHere(_ specification: CommandSpecification) -> CommandSpecification {
    var specification = specification
    specification.examples.removeAll {
      modules.isElsewhere($0.line) || modules.beginsDisabled($0.line)
    }
    return specification
  }

  private func reference(to related: [HelpSearch.Hit]) -> String {
    guard !related.isEmpty else { return "" }
    let names = related.map { "'help \($0.name)'" }.joined(separator: ", ")
    return "\n\n" + joined(layout.paragraphs("See also \(names)."))
  }

  func text(ofModule name: String) -> String {
    guard let module = modules.module(name) else { return "" }
    let commands = modules.commands(of: name)
    let isAPI = shell.host.environments.isAPI(name)
    let own = isAPI ? list(commands) : list(commands, ofGroup: name)
    let outline = APIOutline(name, modules)
    let groups = outline.lines(in: layout)
    let title = groups.isEmpty || own.isEmpty ? [] : ["", "Commands without a group"]
    let rest = outline.unlistedText.map {
      "Not listed: \($0); 'api show \(name) -o json' has every operation, to call by its id."
    }
    let usage = outline.example.map {
      "'help \(name) GROUP' lists the commands of a group, such as \($0); 'help \(name) GROUP COMMAND' shows how to "
        + "use one; 'help \(name) WORD' finds commands by a word."
    }
    return joined(
      heading(of: module) + [""] + groups + title + own + [""]
        + layout.paragraphs(usage ?? "'help \(name) COMMAND' shows how to use a command.")
        + (rest.map { layout.paragraphs($0) } ?? []))
  }

  /// Lists the modules of an API, each after the API's name.
  private func lines(ofAPI name: String) -> [String] {
    let names = modules.modules(in: name).map(\.name)
    guard !names.isEmpty else {
      return layout.paragraphs(
        "\(name): an API without commands; 'api get \(name):PATH' sends requests")
    }
    return ["\(name): an API", ""] + lines(of: names, in: name)
      + [""] + layout.paragraphs("'help \(name) \(names[0]) COMMAND' shows how to use a command.")
  }

  /// Lists the commands of an API's module, each after the API's name.
  private func text(ofGroup name: String, in api: String) -> String {
    joined(
      ["\(api) \(name)", ""]
        + list(modules.commands(of: name, in: api), ofGroup: name, after: "\(api) ")
        + [""] + layout.paragraphs("'help \(api) \(name) COMMAND' shows how to use a command."))
  }

  /// Lists modules of an API with their commands' names, each after the API's name.
  private func lines(of names: [String], in api: String) -> [String] {
    layout.columns(
      names.map { name in
        let commands = modules.commands(of: name, in: api)?.names ?? []
        return (
          "\(api) \(name)",
          commands.count > Self.mostNames
            ? "\(commands.count) commands" : commands.joined(separator: ", ")
        )
      })
  }

  /// What follows the help of a command or module that a page tells more about: the page itself if
  /// it has the same name.
  private func reference(to name: String) -> String {
    guard let topic = topic([HelpSynonyms.pages[name] ?? name]) else { return "" }
    let lines =
      topic.name == name
      ? topic.lines(in: layout)
      : layout.paragraphs("'help \(topic.name)' tells more: \(topic.abstract).")
    return "\n\n" + joined(lines)
  }

  private func list(_ hits: [HelpSearch.Hit], for words: [String]) -> [String] {
    let words = words.joined(separator: " ")
    return layout.paragraphs(
      search.isMention(hits)
        ? "Nothing is called '\(words)'. The help of these contains it:" : "'\(words)' can mean:")
      + layout.columns(hits.map { ($0.name, $0.abstract) })
      + [""] + layout.paragraphs("'help NAME' shows how to use one.")
  }

  /// First steps for newcomers, and all commands and pages by name.
  private var overview: [String] {
    let managing = modules.commandModules.filter { HelpSynonyms.managing.contains($0.name) }
    let others = modules.commandModules.filter { !HelpSynonyms.managing.contains($0.name) }
    var lines = layout.paragraphs(abstract) + ["", "Begin with:"]
    lines += layout.columns(firstSteps(others.first ?? managing.first))
    if let place = shell.place {
      let names = shell.places.commandNames.prefix(Self.mostNames).joined(separator: ", ")
      lines += [""]
      lines += layout.paragraphs("At \(place.path), without a module's name: \(names)")
    }
    if !(others + managing).isEmpty {
      lines += [""] + layout.paragraphs("Modules: type the module's name and one of its commands")
      lines += layout.columns((others + managing).map { (typed($0.name), summary(of: $0)) })
    }
    if !otherAPIs.isEmpty {
      let names = otherAPIs.prefix(Self.mostNames).joined(separator: ", ")
      lines += [""]
      lines += layout.paragraphs(
        "Other APIs, whose names come before their commands: \(names)"
          + (otherAPIs.count > Self.mostNames ? ", …; 'api list' lists all" : ""))
    }
    lines += [""] + layout.paragraphs("The shell's own commands")
    lines += columns(HelpGroups.groups(HelpGroups.commands, of: modules.builtins.names))
    lines += [""] + layout.paragraphs("Stages, which take the records of a command after '|'")
    lines += columns(HelpGroups.stages(of: modules.everyStage))
    lines += [""] + layout.paragraphs("Pages: 'help NAME' shows one")
    lines += layout.columns(topics.map { ($0.name, $0.abstract) })
    return lines
  }

  private func firstSteps(_ module: (any FeatureModule)?) -> [(label: String, text: String)] {
    var steps: [(label: String, text: String)] = []
    let entries =
      module.flatMap { modules.commands(of: $0.name) }.flatMap { $0.hasSource ? nil : $0.all } ?? []
    if let entry = entries.first(where: { !$0.specification.changesData }) ?? entries.first {
      if let example = entry.specification.examples.first(where: { !modules.isElsewhere($0.line) })
      {
        steps.append((example.line, example.abstract))
      }
      steps.append(("help \(entry.path)", "shows how to use a command"))
    }
    return steps + [
      ("help sort", "finds commands and pages by a word"),
      ("help language", "tells how to write statements"),
      ("help commands", "lists all commands with what they do"),
    ]
  }

  /// How many of a module's command names the overview lists.
  private static let mostNames = 40

  /// A module's name as typed: with its API's name, if it is also a command of the shell.
  private func typed(_ module: String) -> String {
    guard let currentAPI, modules.builtins[module] != nil else { return module }
    return "\(currentAPI) \(module)"
  }

  private func summary(of module: any FeatureModule) -> String {
    let commands = modules.commands(of: module.name)
    guard commands?.sole == nil, let names = commands?.names, !names.isEmpty else {
      return module.abstract
    }
    guard names.count <= Self.mostNames else {
      return "\(module.abstract): \(names.count) commands; 'help \(module.name)' lists them"
    }
    return "\(module.abstract): \(names.joined(separator: ", "))"
  }

  private var commands: [String] {
    var lines: [String] = []
    for module in modules.commandModules {
      lines += heading(of: module) + list(modules.commands(of: module.name)) + [""]
    }
    lines += ["The shell's own commands"] + list(modules.builtins)
    lines += [""] + layout.paragraphs("Stages, which take the records of a command after '|'")
    return lines + list(modules.everyStage)
  }

  private var layout: TextLayout { streams.helpLayout }

  private func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") }

  private func heading(of module: any FeatureModule) -> [String] {
    layout.paragraphs("\(module.name): \(module.abstract)")
  }

  private func list(_ commands: CommandTable?) -> [String] {
    layout.columns((commands?.summaries ?? []).map { ($0.path, $0.command.abstract) })
  }

  /// Lists the commands of a group of an API, or the ones that lists leave out if it has no others.
  private func list(_ commands: CommandTable?, ofGroup name: String, after prefix: String = "")
    -> [String]
  {
    var rows = (commands?.summaries ?? []).map { ($0.path, $0.command.abstract) }
    if rows.isEmpty {
      rows = (commands?.unlisted ?? []).map { ("\(name) \($0.name)", $0.abstract) }
    }
    return layout.columns(rows.map { (prefix + $0, $1) })
  }

  private func columns(_ groups: [HelpGroups.Group]) -> [String] {
    layout.columns(groups.map { ($0.title, $0.names.joined(separator: ", ")) })
  }
}

enum HelpSubject {
  case overview
  case commands
  case topics
  case command(CommandTable.Entry)
  case module(String)
  /// An API without modules, or whose modules have names other than the API's.
  case api(String)
  /// A module of an API, named after the API's name.
  case group(String, ofAPI: String)
  case topic(HelpTopic)
  /// The only possible meaning of some words, with related entries.
  case found(HelpSearch.Hit, related: [HelpSearch.Hit])
  case hits([HelpSearch.Hit], words: [String])
}

extension HelpSearch.Hit {
  var subject: HelpSubject {
    switch target {
    case .command(let entry): .command(entry)
    case .topic(let topic): .topic(topic)
    case .operation: .hits([self], words: [name])
    }
  }
}
