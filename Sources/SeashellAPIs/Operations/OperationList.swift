import CoreJSON
import SeashellKit
import ShellCommands
import ShellOutput
import WebAPI

@MainActor
struct OperationList {
  /// The group of the operation, for `more`; nil if the group has no such command.
  let group: String?
  let sender: OperationSender
  let columns: ResultColumns
  let parameters: ListParameters?
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
    guard let (first, paging) = try sender.pages(parameters).first(response) else { return false }
    var rows = RowWriter(
      to: invocation.output, columns: columns.names(in: first.elements), describe: columns.column)
    var (written, count) = (0, 0)
    var last = first
    do {
      try await first.forEachPage(
        of: "elements", isFirst: false,
        following: { [sender] in
          try await ListPages.page($0, paging) { try await sender.response(to: $0) }
        }
      ) { page in
        for element in page.elements {
          try Task.checkCancellation()
          try rows.append(CellValue(element))
        }
        keep(page.elements, reached == 0 && written == 0)
        try await invocation.output.room()
        // An empty page was only asked for to find the next one.
        written += page.elements.isEmpty && page.next != nil ? 0 : 1
        (count, last) = (count + page.elements.count, page)
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
    if let group { pages.keep(last, after: end, of: group, self) }
    if let notice = last.notice(after: end, shown: count) {
      invocation.console.notify(notice)
      return true
    }
    let position = ListPosition(reached: end, total: last.total, hasMore: last.next != nil)
    let more = group.map { "\(sender.api.name) \($0) more" }
    invocation.notifyListed(count, position, next: more, empty: "there is nothing to list")
    return true
  }
}

extension APIPage {
  /// The notice below a page if it is not known how the list goes on, or whether it does; nil if it is.
  ///
  /// - Parameters:
  ///   - reached: the number of elements up to the end of the page.
  ///   - count: the number of elements shown.
  func notice(after reached: Int, shown count: Int) -> String? {
    if let unknown = next?.unknownPage {
      return PageNotice.text(
        shown: max(count, 1), upTo: reached, of: nil, hint: "\(unknown); see 'help paging'")
    }
    guard let doubt else { return nil }
    return PageNotice.text(shown: max(count, 1), upTo: reached, of: nil, hint: doubt)
  }
}

@MainActor
final class ListedPages {
  let values: ListedValues

  private struct End {
    /// nil after the last page.
    let next: APIRequest?
    /// The notice of a list of which it is not known whether it goes on.
    let doubt: String?
    let reached: Int
    let columns: ResultColumns
    let parameters: ListParameters?
    let keep: OperationList.Keep
    let environment: String
  }

  private var ends: [String: End] = [:]

  init(_ values: ListedValues) {
    self.values = values
  }

  /// Keeps where a list goes on after a page.
  func keep(
    _ page: APIPage<JSONValue>, after reached: Int, of group: String, _ list: OperationList
  ) {
    ends[group] = End(
      next: page.next, doubt: page.notice(after: reached, shown: reached), reached: reached,
      columns: list.columns, parameters: list.parameters, keep: list.keep,
      environment: list.sender.client.environment.name)
  }

  /// Writes the next page of a group's last list; if there is none, a notice says so.
  func writeNext(
    of group: String, _ sender: OperationSender, _ invocation: Invocation
  ) async throws {
    guard let end = ends[group], end.environment == sender.client.environment.name else {
      throw ShellError(
        .usage, "no list of \(group) was shown in this shell", hint: "list the first page before")
    }
    guard let next = end.next else {
      return invocation.console.notify(end.doubt ?? "there are no more \(group)")
    }
    let response: APIResponse
    do {
      response = try await sender.response(to: next)
    } catch let error as APIError where next.isEnd(error) {
      ends[group] = nil
      return invocation.console.notify("there are no more \(group)")
    }
    let list = OperationList(
      group: group, sender: sender, columns: end.columns, parameters: end.parameters, pages: self,
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
        notice says so. Without a list, as after switching the environment, it is an error.
        """,
      examples: [.init("\(sender.api.name) \(group) more", "lists the next page")],
      changesData: false)
  }

  func run(_ invocation: Invocation) async throws {
    try await pages.writeNext(of: group, sender, invocation)
  }
}
