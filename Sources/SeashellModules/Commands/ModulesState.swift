import SeashellHosting
import SeashellKit

@MainActor
final class ModulesState {
  /// The shell's modules; unowned, since the shell owns this module too.
  unowned let host: any ShellPort
  /// Runs the added modules; nil if the shell supports none.
  let control: (any ModuleControl)?
  let limits: ModuleLimits
  let variable: (String) -> String?
  let folder: () -> String

  init(
    host: any ShellPort, control: (any ModuleControl)?, limits: ModuleLimits,
    variable: @escaping (String) -> String?, folder: @escaping () -> String
  ) {
    self.host = host
    self.control = control
    self.limits = limits
    self.variable = variable
    self.folder = folder
  }

  struct Entry {
    let name: String
    let abstract: String
    let state: State
    let isLoaded: Bool
    /// The record, if the user added it; nil for built-in modules.
    let record: ModuleRecord?
    var isEnabled: Bool { record?.isEnabled ?? isLoaded }
    /// Whether it is there for this run of the shell alone, by --with.
    var isTemporary = false
    /// The author, if it is neither the program's nor the user's: the API whose operations it has.
    var author: String?
  }

  enum State: String {
    case loaded
    case unloaded
    /// The user disabled it, for this shell alone if it was not added.
    case disabled
    /// One of its files has changed, and is not trusted.
    case changed
    /// It failed too often, and is not started until the user asks for it.
    case stopped
  }

  var entries: [Entry] {
    let records = control?.records ?? []
    let added = Dictionary(records.map { ($0.name, $0) }) { first, _ in first }
    let temporary = control?.temporaryNames ?? []
    let loaded = host.modules.map { ($0, true) }
    var entries = (loaded + host.unloadedModules.map { ($0, false) }).map { module, isLoaded in
      let record = added[module.name]
      return Entry(
        name: module.name, abstract: module.abstract,
        state: record.map { state(of: $0, else: isLoaded ? .loaded : .unloaded) }
          ?? (isLoaded ? .loaded : .disabled),
        isLoaded: isLoaded, record: record, isTemporary: temporary.contains(module.name),
        author: record == nil && !temporary.contains(module.name)
          ? module.contributions.author : nil)
    }
    let known = Set(entries.map(\.name))
    entries += records.filter { !known.contains($0.name) }.map { record in
      Entry(
        name: record.name, abstract: record.abstract, state: state(of: record, else: .unloaded),
        isLoaded: false, record: record)
    }
    return entries.sorted { $0.name < $1.name }
  }

  private func state(of record: ModuleRecord, else state: State) -> State {
    if !record.isEnabled { return .disabled }
    if record.isChanged { return .changed }
    return control?.status(of: record.name).isStopped == true ? .stopped : state
  }

  func entry(named name: String) throws -> Entry {
    let entries = entries
    if let entry = entries.first(where: { $0.name == name }) { return entry }
    throw unknown(name, among: entries.map(\.name))
  }

  /// Returns a module that can be enabled and disabled.
  ///
  /// - Throws: an error also for an API and a group of its operations.
  func changeable(_ name: String) throws -> Entry {
    let api = "the API '\(name)'"
    guard !host.apiNames.contains(name) else { throw part(name, of: api) }
    let entry = try entry(named: name)
    if entry.record == nil, let author = entry.author { throw part(name, of: author) }
    return entry
  }

  private func part(_ name: String, of author: String) -> ShellError {
    let api = author.split(separator: "'").last.map(String.init) ?? name
    return ShellError(
      .usage,
      name == api
        ? "'\(name)' is an API, not a module"
        : "'\(name)' has operations of \(author), and is there as long as the API",
      hint: "'api remove \(api)' removes it")
  }

  /// Throws if there is no such module, or it is built in.
  func added(_ name: String) throws -> (record: ModuleRecord, control: any ModuleControl) {
    if let control, let record = control.records.first(where: { $0.name == name }) {
      return (record, control)
    }
    let entry = try entry(named: name)
    if entry.isTemporary {
      throw ShellError(
        .usage, "the module '\(name)' was not added, but given with --with",
        hint: "modules disable \(name) disables it")
    }
    guard entry.record != nil, control != nil else {
      throw ShellError(
        .usage, "the module '\(name)' is built in, not added",
        hint: "modules disable \(name) disables it for this shell")
    }
    throw unknown(name, among: [])
  }

  /// Returns the log of a module in another process, added or not.
  func log(of name: String) throws -> [String] {
    if let control, control.temporaryNames.contains(name) { return control.log(of: name) }
    let (record, control) = try added(name)
    return control.log(of: record.name)
  }

  private func unknown(_ name: String, among names: [String]) -> ShellError {
    if host.apiNames.contains(name) {
      return ShellError(
        .unknownCommand, "'\(name)' is an API, not a module",
        hint: "'api show \(name)' shows what is known of it")
    }
    let nearest = Spelling.nearest(to: name, among: names)
    return ShellError(
      .unknownCommand,
      "no module is called '\(name)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
      hint: nearest == nil ? "modules list lists them" : nil)
  }
}
