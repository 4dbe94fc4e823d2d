import SeashellKit
import ShellCommands
import WebMessages

extension OperationParameters {
  /// Returns the specification of the command.
  ///
  /// - Parameter isRead: whether the operation changes nothing.
  func specification(
    of operation: DescribedOperation, named name: String, isRead: Bool
  ) -> CommandSpecification {
    var all = options.map(\.specification)
    all += bodyOptions(of: operation)
    if addsToQuery {
      all.append(
        OptionSpecification(Self.queryName, value: "NAME=VALUE", "add a parameter to the query")
          .repeating())
    }
    var header = OptionSpecification(
      Self.headerName, value: "NAME:VALUE", "add a header field"
    ).secret().repeating()
    header.isExtra = true
    all.append(header)
    if isCheckable {
      all.append(
        OptionSpecification(
          flag: Self.uncheckedName, "send values that the description forbids, with a warning"))
    }
    var specification = CommandSpecification(
      name, abstract: operation.summary ?? "\(operation.method.name) \(operation.path)",
      discussion: Self.discussion(of: operation),
      arguments: arguments.map(\.specification) + (words.map { [$0] } ?? []),
      options: all, changesData: !isRead)
    specification.sendsRequests = true
    specification.wordsOption = wordsOption(of: operation)
    if isCheckable { specification.uncheckedFlag = Self.uncheckedName }
    if !isRead {
      specification.offline = .writes
    } else if operation.method == .get {
      specification.offline = .reads
    }
    specification.previewFlags = excusesOfParameters
    let question = "Send \(operation.method.name) \(Self.template(operation.path, arguments))?"
    if operation.method == .delete {
      specification.confirms = question
    } else if !isRead {
      specification.confirmsInProduction = question
    }
    return specification
  }

  /// The option that takes text to search for, if words can give it: the operation has no argument.
  private func wordsOption(of operation: DescribedOperation) -> String? {
    guard operation.method == .get, arguments.isEmpty, words == nil else { return nil }
    return search?.option.name
  }

  /// The only parameter of the query that takes text to search for, with its option.
  var search: (option: OptionSpecification, parameter: DescribedParameter)? {
    let searches = options.compactMap {
      option, destination -> (OptionSpecification, DescribedParameter)? in
      guard case .parameter(let parameter) = destination, parameter.location == .query,
        case .text = option.type, ["q", "query", "search"].contains(option.name),
        !option.isRepeating, !option.isSecret
      else { return nil }
      return (option, parameter)
    }
    return searches.count == 1 ? searches[0] : nil
  }

  private static func discussion(of operation: DescribedOperation) -> String {
    let texts = [
      operation.isDeprecated ? "It is deprecated." : nil, operation.description,
      "It sends \(operation.method.name) \(operation.path).",
    ]
    return texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The path with the names of arguments in place of its own, for a question.
  private static func template(
    _ path: String,
    _ arguments: [(specification: ArgumentSpecification, parameter: DescribedParameter)]
  ) -> String {
    arguments.reduce(path) {
      $0.replacing("{\($1.parameter.name)}", with: "{\($1.specification.name)}")
    }
  }

  /// Options that make all parameters optional.
  var excusesOfParameters: [String] {
    body?.takesProperties == true ? [Self.exampleName] : []
  }

  /// Options and arguments that make all options for properties optional.
  var excusesOfProperties: [String] {
    [Self.bodyName] + (isCheckable ? [Self.uncheckedName] : []) + excusesOfParameters
      + (contentTypes.isEmpty ? [] : [Self.contentTypeName])
      + (words.map { [$0.name] } ?? [])
  }

  private func bodyOptions(of operation: DescribedOperation) -> [OptionSpecification] {
    guard let body else { return [] }
    let type = MediaType.name(body.contentType)
    let isWhole = !options.contains { $0.destination.isProperty }
    var whole = OptionSpecification(
      Self.bodyName, value: isBodyText ? "TEXT" : "@FILE",
      // Help says of a long text how to read it from a file.
      "the whole body, \(type)" + (isBodyText ? "" : "; @FILE reads it from a file"),
      isRequired: operation.isBodyRequired && isWhole,
      completion: isBodyText ? nil : .fileReference)
    whole.isLong = isBodyText
    whole.unless = excusesOfProperties.filter { $0 != Self.bodyName }
    var options = [whole]
    if !contentTypes.isEmpty {
      options.append(
        OptionSpecification(
          Self.contentTypeName, value: "TYPE", "the media type of the body",
          type: .choice(contentTypes), default: contentTypes.contains(type) ? type : nil))
    }
    if body.takesProperties {
      options.append(
        OptionSpecification(
          flag: Self.exampleName, "print an example of the body, and send nothing"))
    }
    return options
  }
}
