import CoreEvents
import ShellCommands
import ShellOutput

/// Where the user is: a place and the places before it, for each environment.
@MainActor
final class Places {
  /// A place, and the module whose route it has.
  struct Location: Equatable {
    let path: PlacePath
    let module: String
    let values: [CompletionKind: String]
  }

  /// Returns the name of the current environment.
  var environment: @MainActor () -> String = { "" }

  /// Returns the path that a URL of the current environment has under the API's version.
  var path: @MainActor (_ url: String) throws -> String = { url in
    throw ShellError(.usage, "'\(url)' is a URL, and this shell has no environment")
  }

  let modules: ModuleRegistry
  /// Gets the events; nil for the copy of a subshell, whose moves are not the user's.
  private let bus: EventBus?
  /// The places that were opened in each environment, the current one last; nil is home.
  private var stacks: [String: [Location?]] = [:]
  /// Whether any environment has a place.
  private var isAnywhere = false

  /// The most places that `back` can return to.
  private static let longestStack = 1000

  init(modules: ModuleRegistry, bus: EventBus?) {
    self.modules = modules
    self.bus = bus
  }

  /// Returns a copy for a subshell, in which it can move without moving the user.
  func copy() -> Places {
    let copy = Places(modules: modules, bus: nil)
    copy.environment = environment
    copy.path = path
    copy.stacks = stacks
    copy.isAnywhere = isAnywhere
    return copy
  }

  /// The place in the current environment; nil at home.
  var current: Location? { isAnywhere ? stacks[environment()]?.last ?? nil : nil }

  /// The path of the place in the current environment.
  var currentPath: PlacePath { current?.path ?? .home }

  /// The values of the place, by completion kind; none if its module is not loaded.
  var values: [CompletionKind: String] {
    guard isAnywhere, let current, modules.module(current.module) != nil else { return [:] }
    return current.values
  }

  /// The commands of the module that has the place, which need no module name here.
  var commands: [CommandTable.Entry] {
    current.flatMap { modules.commands(of: $0.module)?.all } ?? []
  }

  /// Returns the command that a name without its module's means here; nil if there is none.
  func command(named name: String) -> CommandTable.Entry? {
    guard isAnywhere, let current else { return nil }
    return modules.commands(of: current.module)?[name]?.alone
  }

  /// Moves to a place, to which `back` returns.
  ///
  /// - Parameters:
  ///   - location: the place; nil for home.
  ///   - environment: the name of the environment that has it.
  func move(to location: Location?, in environment: String) {
    var stack = stacks[environment] ?? []
    guard (stack.last ?? nil) != location else { return }
    stack.append(location)
    set(Array(stack.suffix(Self.longestStack)), in: environment)
  }

  /// Returns to an earlier place.
  ///
  /// - Throws: ``ShellError`` if there are not as many.
  func back(_ count: Int) throws {
    let name = environment()
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
  func goHome() { set([], in: environment()) }

  /// Leaves the places whose path begins with that of something deleted.
  ///
  /// - Returns: the new place, if the user was at such a place; nil otherwise.
  func leave(_ deleted: PlacePath) -> PlacePath? {
    guard isAnywhere, !deleted.parts.isEmpty else { return nil }
    let name = environment()
    let wasThere = deleted.contains(currentPath)
    var stack = (stacks[name] ?? []).filter { !($0.map { deleted.contains($0.path) } ?? false) }
    if wasThere {
      let parent = PlaceFinder(self).parent(of: deleted)
      if (stack.last ?? nil) != parent { stack.append(parent) }
    }
    set(stack, in: name)
    return wasThere ? currentPath : nil
  }

  private func set(_ stack: [Location?], in name: String) {
    let previous = (stacks[name]?.last ?? nil)?.path ?? .home
    stacks[name] = stack.contains { $0 != nil } ? stack : nil
    isAnywhere = !stacks.isEmpty
    let path = (stacks[name]?.last ?? nil)?.path ?? .home
    guard path != previous else { return }
    bus?.post(LocationChanged(place: path.text, previous: previous.text))
  }
}
