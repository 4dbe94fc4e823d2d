import CoreEvents
package import ShellCommands
import ShellOutput

/// Where the user is: a place and the places before it, for each environment.
@MainActor
package final class Places {
  let environments: RequestEnvironments
  let modules: ModuleRegistry
  /// Gets the events; nil for the copy of a subshell, whose moves are not the user's.
  private let bus: EventBus?
  /// The places that were opened in each environment, the current one last; nil is home.
  private var stacks: [String: [PlaceLocation?]] = [:]
  /// Whether any environment has a place.
  private var isAnywhere = false

  /// The most places that `back` can return to.
  private static let longestStack = 1000

  init(modules: ModuleRegistry, _ environments: RequestEnvironments, bus: EventBus?) {
    self.modules = modules
    self.environments = environments
    self.bus = bus
  }

  /// Returns a copy for a subshell, in which it can move without moving the user.
  func copy() -> Places {
    let copy = Places(modules: modules, environments, bus: nil)
    copy.stacks = stacks
    copy.isAnywhere = isAnywhere
    return copy
  }

  /// The place in the current environment; nil at home.
  var current: PlaceLocation? { isAnywhere ? stacks[environments.name()]?.last ?? nil : nil }

  /// Finds what a typed path means here.
  package var finder: PlaceFinder { PlaceFinder(modules.places, from: currentPath) }

  /// The path of the place in the current environment.
  package var currentPath: PlacePath { current?.path ?? .home }

  /// Returns the values of the place, by completion kind, that a command of an API may be filled with: none
  /// if the place is one of another API.
  ///
  /// - Parameter api: the name of the command's API; nil for one of the shell.
  package func values(for api: String?) -> [CompletionKind: String] {
    guard isAnywhere, api == nil || api == environments.currentAPI() else { return [:] }
    return values
  }

  /// The values of the place, by completion kind; none if its module is not loaded.
  package var values: [CompletionKind: String] {
    guard isAnywhere, let current, modules.isLoaded(key: current.module) else { return [:] }
    return current.values
  }

  /// The commands that need no module name here.
  ///
  /// They are those of the module that has the place, and those of other modules that need what the place
  /// names. A word that two of the others claim is none of them; the module of the place keeps its own.
  package var commands: [CommandTable.Entry] {
    guard let current else { return [] }
    let own = modules.commands(ofKey: current.module)
    let others = modules.commands(
      needingAnyOf: Set(values.keys), exceptOf: current.module
    ).filter { own?[$0.specification.name] == nil }
    return (own?.all ?? []) + others
  }

  /// Returns the command that a name without its module's means here; nil if there is none.
  package func command(named name: String) -> CommandTable.Entry? {
    guard isAnywhere, let current else { return nil }
    if let own = modules.commands(ofKey: current.module)?[name] { return own.alone }
    return modules.commands(
      needingAnyOf: Set(values.keys), exceptOf: current.module, named: name
    ).first?.alone
  }

  /// Moves to a place, to which `back` returns.
  ///
  /// - Parameters:
  ///   - location: the place; nil for home.
  ///   - environment: the name of the environment that has it.
  func move(to location: PlaceLocation?, in environment: String) {
    var stack = stacks[environment] ?? []
    guard (stack.last ?? nil) != location else { return }
    stack.append(location)
    set(Array(stack.suffix(Self.longestStack)), in: environment)
  }

  /// Returns to an earlier place.
  ///
  /// - Throws: ``ShellError`` if there are not as many.
  func back(_ count: Int) throws {
    let name = environments.name()
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

  /// Leaves all places of the current environment.
  func goHome() { set([], in: environments.name()) }

  /// Leaves the places of something that was deleted, and tells the user if they were there.
  ///
  /// - Parameters:
  ///   - path: the path of what was deleted.
  ///   - console: the user's.
  package func leave(deleted path: String, notifying console: any Console) {
    let deleted = PlacePath(parts: path.split(separator: "/").map(PlacePath.decoded))
    guard let place = leave(deleted) else { return }
    console.notify("\(deleted.text) was deleted; the place is now \(place.text)")
  }

  /// Leaves the places whose path begins with that of something deleted.
  ///
  /// - Returns: the new place, if the user was at such a place; nil otherwise.
  func leave(_ deleted: PlacePath) -> PlacePath? {
    guard isAnywhere, !deleted.parts.isEmpty else { return nil }
    let name = environments.name()
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
