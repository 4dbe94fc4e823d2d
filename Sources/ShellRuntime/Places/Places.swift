import CoreEvents
package import ShellCommands
package import ShellLanguage
import ShellOutput

/// The user's current place and the places before it, in each environment.
@MainActor
package final class Places {
  let environments: any RequestEnvironments
  let modules: ModuleRegistry
  /// Receives the events, unless this is a subshell's copy, whose moves are not the user's.
  private let bus: EventBus?
  /// The places opened in each environment, the current one last; nil stands for home.
  private var stacks: [String: [PlaceLocation?]] = [:]
  /// Whether there is a place in any environment.
  private var isAnywhere = false

  /// How many places `back` can return to.
  private static let longestStack = 1000

  init(modules: ModuleRegistry, _ environments: any RequestEnvironments, bus: EventBus?) {
    self.modules = modules
    self.environments = environments
    self.bus = bus
  }

  /// Returns a copy for a subshell, which can move without moving the user.
  func copy() -> Places {
    let copy = Places(modules: modules, environments, bus: nil)
    copy.stacks = stacks
    copy.isAnywhere = isAnywhere
    return copy
  }

  var current: PlaceLocation? {
    isAnywhere ? stacks[environments.environmentName]?.last ?? nil : nil
  }

  /// Finds the places that a typed path can mean here.
  package var finder: PlaceFinder { PlaceFinder(modules.places, from: currentPath) }

  /// The path of the place in the current environment.
  package var currentPath: PlacePath { current?.path ?? .home }

  /// Returns the place's values, by completion kind, for the commands of an API; none if the place belongs to
  /// another API.
  ///
  /// - Parameter api: the name of the command's API, if it has one.
  package func values(for api: String?) -> [CompletionKind: String] {
    guard isAnywhere, api == nil || api == environments.currentAPI else { return [:] }
    return values
  }

  /// The place's values, by completion kind; none if its module is not loaded.
  var values: [CompletionKind: String] {
    guard isAnywhere, let current, modules.isLoaded(key: current.module) else { return [:] }
    return current.values
  }

  /// The commands that can be typed without a module's name here.
  ///
  /// These are the commands of the place's module, and commands of other modules that need one of the place's
  /// values. If two of the others have the same name, neither is included; the place's module keeps its own.
  package var commands: [CommandTable.Entry] {
    guard let current else { return [] }
    let own = modules.commands(ofKey: current.module)
    let others = modules.commands(
      needingAnyOf: Set(values.keys), exceptOf: current.module
    ).filter { own?[$0.specification.name] == nil }
    return (own?.all ?? []) + others
  }

  /// The names of ``commands``, without creating the commands.
  package var commandNames: [String] {
    guard let current else { return [] }
    let own = modules.commands(ofKey: current.module)?.names ?? []
    return own
      + modules.commands(needingAnyOf: Set(values.keys), exceptOf: current.module)
      .map(\.specification.name).filter { !own.contains($0) }
  }

  /// Returns the command that a name means here without its module's name, if any.
  package func command(named name: String) -> CommandTable.Entry? {
    guard isAnywhere, let current else { return nil }
    if let own = modules.commands(ofKey: current.module)?[name] { return own.alone }
    return modules.commands(
      needingAnyOf: Set(values.keys), exceptOf: current.module, named: name
    ).first?.alone
  }

  /// Returns the command that lists or shows what is at a place, typed without its module's name.
  func listing(of location: PlaceLocation) -> CommandTable.Entry? {
    modules.commands(ofKey: location.module)?[location.command]?.alone
  }

  /// Returns the command that `ls` and some words mean at the current place: its own, with its options.
  ///
  /// It is nil at home, and if the words name another place.
  package func listing(for words: ArraySlice<Word>) -> CommandTable.Entry? {
    guard let current, words.first?.text == "ls", words.dropFirst().first?.looksLikeOption ?? true
    else { return nil }
    return listing(of: current)
  }

  /// Moves to the place before the last move, so that a second call returns.
  func swap() throws {
    let name = environments.environmentName
    guard let stack = stacks[name], !stack.isEmpty else {
      throw ShellError(.failed, "there is no earlier place")
    }
    move(to: stack.dropLast().last ?? nil, in: name)
  }

  /// Moves to a place, or home if it is nil, and records it for `back`.
  func move(to location: PlaceLocation?, in environment: String) {
    var stack = stacks[environment] ?? []
    guard (stack.last ?? nil) != location else { return }
    stack.append(location)
    set(Array(stack.suffix(Self.longestStack)), in: environment)
  }

  /// Returns to an earlier place; throws if there are not so many.
  func back(_ count: Int) throws {
    let name = environments.environmentName
    let stack = stacks[name] ?? []
    guard count <= stack.count else {
      throw ShellError(
        .failed,
        stack.isEmpty
          ? "there is no earlier place"
          : "there \(stack.count == 1 ? "is only 1 earlier place" : "are only \(stack.count) earlier places")"
      )
    }
    set(stack.dropLast(count), in: name)
  }

  func goHome() { set([], in: environments.environmentName) }

  /// Leaves the places of a deleted resource, and notifies the user if they were there.
  ///
  /// - Parameters:
  ///   - path: the path of the deleted resource.
  ///   - console: the user's console.
  package func leave(deleted path: String, notifying console: any Console) {
    let deleted = PlacePath(parts: path.split(separator: "/").map(PlacePath.decoded))
    guard let place = leave(deleted) else { return }
    console.notify("\(deleted.text) was deleted; the place is now \(place.text)")
  }

  /// Leaves the places whose path begins with the path of a deleted resource.
  ///
  /// - Returns: the new place, if the user was at such a place.
  func leave(_ deleted: PlacePath) -> PlacePath? {
    guard isAnywhere, !deleted.parts.isEmpty else { return nil }
    let name = environments.environmentName
    let there = current.flatMap { deleted.contains($0.resource) ? $0 : nil }
    let wasThere = there != nil
    var stack = (stacks[name] ?? []).filter {
      !($0.map { deleted.contains($0.resource) } ?? false)
    }
    if let there {
      let gone = deleted.parts.dropFirst(there.beginning.count)
      let parent = finder.parent(of: PlacePath(parts: Array(gone)))
      if (stack.last ?? nil) != parent { stack.append(parent) }
    }
    set(stack, in: name)
    return wasThere ? currentPath : nil
  }

  private func set(_ stack: [PlaceLocation?], in name: String) {
    let previous = (stacks[name]?.last ?? nil)?.path ?? .home
    stacks[name] = stack.contains { $0 != nil } ? stack : nil
    isAnywhere = !stacks.isEmpty
    let path = (stacks[name]?.last ?? nil)?.path ?? .home
    guard path != previous else { return }
    bus?.post(LocationChanged(place: path.text, previous: previous.text))
  }
}
