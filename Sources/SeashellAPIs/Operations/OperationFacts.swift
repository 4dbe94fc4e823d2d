import SeashellKit
import ShellCommands
import ShellOutput
import WebAPI

/// What is known of the list that an operation requests, and from where.
@MainActor
struct OperationFacts {
  private let reads: String
  private let elements: (place: String?, source: String)
  private let pages: (way: String?, source: String)
  private let identity: IdentifyingFields

  static let columns = ["reads", "list", "list_from", "pages", "pages_from", "identified_by"]
    .map { Column($0) }

  /// - Parameters:
  ///   - operations: all operations of the API.
  ///   - sender: sends its requests.
  init(
    _ operation: DescribedOperation, among operations: [OperationGroups.Named],
    by sender: OperationSender
  ) {
    let places = OperationPlaces { operations }
    let answer = operation.answer
    let reading = operation.reading(hasItems: places.hasItems(operation.path))
    let (isList, hasPages) = sender.lists(operation, reading)
    reads = isList ? "a list" : hasPages ? "a list, if the answer is one" : "a record"
    let parameter = places.parameters[PathPlaces.place(of: operation.path)]
    identity = IdentifyingFields(parameter: parameter, path: operation.path)
    guard hasPages else {
      (elements, pages) = ((nil, ""), (nil, ""))
      return
    }
    let configured = sender.paging(of: operation)
    if let place = configured?.elements {
      elements = (place, "'paging' of config.json")
    } else if answer.hasList {
      elements = (answer.place.isEmpty ? "the answer" : answer.place, "the description")
    } else {
      elements = (nil, "each answer")
    }
    if let configured {
      pages = ("\(configured)", "'paging' of config.json")
    } else {
      let names = ListParameters(operation, isRead: true).description
      pages = (names.isEmpty ? nil : names, "each answer" + (names.isEmpty ? "" : ", with these"))
    }
  }

  var values: [CellValue] {
    let hasPages = !elements.source.isEmpty
    return [
      .text(reads), elements.place.map(CellValue.text) ?? .null,
      hasPages ? .text(elements.source) : .null, pages.way.map(CellValue.text) ?? .null,
      hasPages ? .text(pages.source) : .null,
      hasPages ? .list(identity.ids.prefix(4).map(CellValue.text)) : .null,
    ]
  }
}
