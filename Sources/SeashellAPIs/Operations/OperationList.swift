import CoreJSON
import SeashellKit
import SeashellModules
import ShellCommands
import WebDescriptions

@MainActor
struct OperationList {
  /// The group of the operation, for `more`; nil if the group has no such command.
  let group: String?
  let sender: OperationSender
  let columns: ResultColumns
  let offset: DescribedOffset?
  let pages: ListedPages
  let invocation: Invocation
  let keep: Keep

  typealias Keep = @MainActor (_ elements: [JSONValue], _ isFirst: Bool) -> Void

  private struct Enough: Error {}

  /// Writes a page and those after it, up to `most` pages; nil for all.
  ///
  /// `reached` counts the elements listed before. Returns false if the response is not a list; then
  /// nothing is written.
  func write(
    _ response: APIResponse, upTo most: Int?, after reached: Int = 0
  ) async throws -> Bool {
    guard let (first, paging) = try sender.page(in: response, offset) else { return false }
    // A later page may have fields that the first one lacks, for which a stage or a header is too late.
    let needsAll =
      most != 1 && first.next != nil
      && (invocation.output.feedsStage || !invocation.output.takesNewFields)
    var rows = RowWriter(
      to: invocation.output,
      columns: columns.names(in: first.elements, orDescribed: needsAll),
      describe: columns.column, isStream: true, report: invocation.report)
    var (written, count) = (0, 0)
    var last = first
    do {
      // Compare the count only if this page is known to be the first of the list.
      let isFirst = first.next.map { $0.listOffset == first.elements.count } ?? false
      try await first.forEachPage(
        of: "elements", isFirst: isFirst,
        following: { [sender] in
          try await sender.response(to: $0).pagedResource(paging: paging)
        }
      ) { page in
        for element in page.elements {
          try Task.checkCancellation()
          try rows.append(CellValue(element))
        }
        keep(page.elements, reached == 0 && written == 0)
        try await invocation.output.room()
        (written, count, last) = (written + 1, count + page.elements.count, page)
        if page.next != nil, written == most { throw Enough() }
      }
    } catch is Enough {
    } catch {
      // The elements that came are written whatever follows them.
      if count > 0 { try rows.finish() }
      throw error
    }
    try rows.finish()
    let end = last.next?.listOffset ?? (reached + count)
    let position = ListPosition(reached: end, total: last.total, hasMore: last.next != nil)
    let more = group.map { "\(sender.api.name) \($0) more" }
    if let group { pages.keep(last.next, after: end, of: group, self) }
    invocation.notifyListed(count, position, next: more, empty: "there is nothing to list")
    return true
  }
}

@MainActor
final class ListedPages {
  let values: ListedValues

  private struct End {
    let next: APIRequest
    let reached: Int
    let columns: ResultColumns
    let offset: DescribedOffset?
    let keep: OperationList.Keep
    let environment: String
  }

  private var ends: [String: End] = [:]

  init(_ values: ListedValues) {
    self.values = values
  }

  /// `next` requests the next page; nil after the last one.
  func keep(
    _ next: APIRequest?, after reached: Int, of group: String, _ list: OperationList
  ) {
    ends[group] = next.map {
      End(
        next: $0, reached: reached, columns: list.columns, offset: list.offset, keep: list.keep,
        environment: list.sender.client.environment.name)
    }
  }

  /// Writes the next page of a group's last list; if there is none, a notice says so.
  func writeNext(
    of group: String, _ sender: OperationSender, _ invocation: Invocation
  ) async throws {
    guard let end = ends[group], end.environment == sender.client.environment.name else {
      return invocation.console.notify("there are no more \(group)")
    }
    let response = try await sender.response(to: end.next)
    let list = OperationList(
      group: group, sender: sender, columns: end.columns, offset: end.offset, pages: self,
      invocation: invocation, keep: end.keep)
    if try await !list.write(response, upTo: 1, after: end.reached) {
      ends[group] = nil
      throw ShellError(.unavailable, "the next page is not a list")
    }
  }
}

struct MoreOperations: Command {
  let group: String
  let sender: OperationSender
  let pages: ListedPages

  var specification: CommandSpecification {
    CommandSpecification(
      "more", abstract: "List the next page of the last list",
      discussion: """
        It continues where the last list of the group ended. After the last page it lists nothing, and a \
        notice says so; switching the environment ends the list too.
        """,
      examples: [.init("\(sender.api.name) \(group) more", "lists the next page")],
      changesData: false)
  }

  func run(_ invocation: Invocation) async throws {
    try await pages.writeNext(of: group, sender, invocation)
  }
}
