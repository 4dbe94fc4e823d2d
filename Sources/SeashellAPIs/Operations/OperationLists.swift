import SeashellKit
import WebAPI

/// What the groups of an API listed last, for `more`, `refresh` and completion.
@MainActor
final class OperationLists {
  private let sender: OperationSender
  private let groups: OperationGroups
  private let places: OperationPlaces
  private var states: [String: ResourceState<OperationListing>] = [:]

  init(_ sender: OperationSender, _ groups: OperationGroups, _ places: OperationPlaces) {
    (self.sender, self.groups, self.places) = (sender, groups, places)
  }

  /// Returns what a group has listed; without a group, a state that nothing else uses.
  func state(of group: String?) -> ResourceState<OperationListing> {
    if let state = group.flatMap({ states[$0] }) { return state }
    let context = sender.api.context
    let state = ResourceState(
      RemoteService(context.client) { [sender] in try await sender.response(to: $0) },
      of: OperationListing(noun: Noun("element", group ?? "elements")),
      listedBy: listCommand(of: group ?? ""), clock: context.clock)
    if let group { states[group] = state }
    return state
  }

  /// Returns the command that lists the next page of a group; nil if the group has none.
  func more(_ group: String) -> String? {
    let names = (try? groups.following(group)) ?? []
    return names.contains("more") ? command("more", of: group) : nil
  }

  /// Returns the list that a request of an operation gets.
  func listing(
    _ request: APIRequest, of operation: DescribedOperation, _ columns: ResultColumns,
    searchedBy search: DescribedParameter?, isList: Bool
  ) -> OperationListing {
    return OperationListing(
      first: request, resource: request.resource(on: sender.client), columns: columns,
      pages: sender.pages(of: operation, isList: isList),
      searchParameter: search?.name, mayHaveFailed: sender.mayHaveFailed)
  }

  /// Returns the columns of an operation's records.
  ///
  /// - Parameter schema: that of a record; nil if it is not described.
  func columns(of operation: DescribedOperation, _ schema: DescribedSchema?) -> ResultColumns {
    let parameter = places.parameters[PathPlaces.place(of: operation.path)]
    return ResultColumns(
      schema, IdentifyingFields(parameter: parameter, path: operation.path))
  }

  /// Returns whether an operation lists, or shows one thing.
  func reading(of operation: DescribedOperation) -> DescribedReading {
    operation.reading(hasItems: places.hasItems(operation.path))
  }

  /// Returns the name of the collection of which an operation deletes all or several records; nil for any other operation.
  ///
  /// - Parameter name: the operation's command, or its id.
  func collection(
    deletedBy operation: DescribedOperation, named name: String, in group: String?
  ) -> String? {
    guard operation.method == .delete || operation.method == .post else { return nil }
    let typed = CommandName(madeGroup: group ?? "", command: name)
    let own = name == operation.id ? (try? groups.operation(id: name))?.name : nil
    guard
      operation.method == .delete && places.isCollection(operation.path)
        || (own ?? typed).deletesAll(operation.method)
    else { return nil }
    return operation.path.split(separator: "/").last { !$0.hasPrefix("{") }.map(String.init)
  }

  /// Updates the lists after a change in the service by any user.
  func apply(_ event: any DataEvent) { for state in states.values { state.apply(event) } }

  /// Drops the lists.
  func forget() { for state in states.values { state.forget() } }

  /// The first command of a group that lists.
  private func listCommand(of group: String) -> String {
    let operations = (try? groups.operations(of: group)) ?? []
    let names = operations.lazy.compactMap { $0.entry.method == .get ? $0.name?.command : nil }
    return command(names.first { $0.hasPrefix("list") } ?? "list", of: group)
  }

  private func command(_ name: String, of group: String) -> String {
    let api = sender.api.name
    return group.isEmpty || group == api ? "\(api) \(name)" : "\(api) \(group) \(name)"
  }
}
