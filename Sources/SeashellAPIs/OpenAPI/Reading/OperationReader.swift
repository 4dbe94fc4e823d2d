struct OperationReader {
  /// The members of a path that are not operations.
  private static let others: Set = ["summary", "description", "servers", "parameters", "$ref"]

  private let context: ReadingContext
  private var ids: OperationIDs
  private(set) var count = 0
  private(set) var incidentalCount = 0
  private(set) var callbackCount = 0

  init(_ context: ReadingContext) {
    self.context = context
    ids = OperationIDs(longest: context.limits.name)
  }

  private var limits: DescriptionLimits { context.limits }

  mutating func path(
    _ member: DocumentValue, _ body: (DescribedOperation) throws(DescriptionError) -> Void
  ) throws(DescriptionError) {
    context.method = nil
    guard let path = member.name else {
      context.place = "paths"
      return context.note("a path is not UTF-8 or too long", isOperationMissing: true)
    }
    guard !path.hasPrefix("x-") else { return }
    context.place = path
    guard member.isObject else {
      return context.note("the path is not an object", isOperationMissing: true)
    }
    guard let item = context.resolved(member) else {
      return context.note("no operation of the path is read", isOperationMissing: true)
    }
    // A reference may have other members beside it.
    let isReference = item.index != member.index || item.document !== member.document
    try operations(of: item, beside: isReference ? member : nil, path, body)
  }

  private func operations(in item: DocumentValue) -> [DocumentValue] {
    var found: [DocumentValue] = []
    for member in item.members.prefix(100) {
      guard let name = member.name, !name.hasPrefix("x-") else { continue }
      if member.key?.method != nil {
        // If a name is repeated, the last member counts.
        found.removeAll { $0.key == member.key }
        found.append(member)
      } else if !Self.others.contains(name) {
        context.method = name.cut(limits.name)
        context.note("'\(name.cut(40))' is not a method", isOperationMissing: true)
      }
    }
    return found
  }

  private mutating func operations(
    of item: DocumentValue, beside: DocumentValue?, _ path: String,
    _ body: (DescribedOperation) throws(DescriptionError) -> Void
  ) throws(DescriptionError) {
    var found: [DocumentValue] = []
    for value in [beside, item] {
      let new = value.map(operations) ?? []
      found += new.filter { member in !found.contains { $0.key == member.key } }
    }
    context.method = nil
    if let problem = PathTemplate.problem(of: path, limits) {
      for member in found {
        context.method = member.name
        context.note(problem, isOperationMissing: true)
      }
      return
    }
    var schemas = SchemaReader(context)
    let reader = ParameterReader(context: context)
    var shared = try reader.parameters(item[.parameters], &schemas)
    if let beside { shared.add(try reader.parameters(beside[.parameters], &schemas)) }
    let servers = ServerReader(context: context)
    let itemServers = servers.servers(beside?[.servers]) ?? servers.servers(item[.servers])
    for member in found {
      guard let method = member.key?.method else { continue }
      context.method = method.rawValue
      guard let value = context.resolved(member), value.isObject else {
        context.note("the operation is not an object", isOperationMissing: true)
        continue
      }
      count += 1
      guard count <= limits.operations else {
        throw DescriptionError(
          .limit, "the description has more than \(limits.operations) operations")
      }
      var operation = try operation(value, method, path, shared)
      operation.servers = servers.servers(value[.servers]) ?? itemServers
      if operation.summary == nil, operation.description == nil {
        operation.summary = line(item[.summary])
        operation.description = item[.description]?.text(limits.description)
      }
      if method.isIncidental { incidentalCount += 1 }
      callbackCount += operation.callbackCount
      try body(operation)
    }
  }

  /// A text in one line, even if a YAML block has several.
  private func line(_ value: DocumentValue?) -> String? {
    guard let text = value?.text(limits.summary), text.utf8.contains(where: { $0 < 0x20 }) else {
      return value?.text(limits.summary)
    }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty ? nil : line
  }

  private mutating func operation(
    _ value: DocumentValue, _ method: DescribedMethod, _ path: String,
    _ shared: ParameterReader.Parameters
  ) throws(DescriptionError) -> DescribedOperation {
    let declared = value[.operationId]?.text(4 * limits.name)
    let (id, isTaken) = ids.id(declared: declared, method, path)
    if isTaken, let declared {
      context.note("the operationId '\(declared.cut(100))' is taken; its id is '\(id.cut(100))'")
    }
    var operation = DescribedOperation(id: id, method: method, path: path)
    operation.tags = context.names(value[.tags], 20)
    operation.summary = line(value[.summary])
    operation.description = value[.description]?.text(limits.description)
    operation.isDeprecated = value[.deprecated]?.isTrue == true
    operation.security = SecurityReader(context: context).requirements(value[.security])
    operation.commandName = value[.commandName]?.text(limits.name)
    operation.commandAliases = context.names(value[.commandAliases], 20)
    operation.isIgnored = value[.ignored]?.isTrue == true
    operation.isHidden = isTrue(value, [.cliHidden, .xHidden, .hidden, .xInternal])
    operation.isDeclaredRead = isTrue(value, [.xReadOnly, .xReadonly, .xSafe])
    operation.callbackCount = callbacks(value[.callbacks])

    var schemas = SchemaReader(context)
    try context.count(parameters: shared.parameters.count)
    var parameters = shared
    let reader = ParameterReader(context: context)
    parameters.add(try reader.parameters(value[.parameters], &schemas))
    operation.parameters = parameters.parameters
    addImplied(to: &operation)
    if context.isSwagger {
      let bodies = SwaggerBodyReader(context: context)
      bodies.requestBody(parameters, of: value, &schemas, into: &operation)
      operation.responses = bodies.responses(of: value, &schemas)
    } else {
      let bodies = BodyReader(context: context)
      bodies.requestBody(value[.requestBody], &schemas, into: &operation)
      operation.responses = bodies.responses(value[.responses], &schemas)
    }
    return operation
  }

  private func isTrue(_ value: DocumentValue, _ keys: [DocumentKey]) -> Bool {
    keys.contains { value[$0]?.isTrue == true }
  }

  private func addImplied(to operation: inout DescribedOperation) {
    for name in PathTemplate.names(in: operation.path)
    where !operation.parameters.contains(where: { $0.location == .path && $0.name == name }) {
      context.note("the path's parameter '\(name.cut(100))' is not declared")
      var parameter = DescribedParameter(name: name.cut(limits.name), in: .path)
      parameter.isRequired = true
      parameter.isImplied = true
      parameter.schema.types = .string
      operation.parameters.append(parameter)
    }
  }

  private func callbacks(_ value: DocumentValue?) -> Int {
    guard let value else { return 0 }
    var count = 0
    for callback in value.members.prefix(20) {
      guard let callback = context.resolved(callback) else { continue }
      for item in callback.members.prefix(20) { count += methodCount(of: item) }
    }
    return count
  }

  func methodCount(of item: DocumentValue) -> Int {
    guard let item = context.resolved(item) else { return 0 }
    return item.members.prefix(100).count { $0.key?.method != nil }
  }
}

extension DocumentKey {
  fileprivate var method: DescribedMethod? {
    switch self {
    case .get: .get
    case .put: .put
    case .post: .post
    case .delete: .delete
    case .options: .options
    case .head: .head
    case .patch: .patch
    case .trace: .trace
    default: nil
    }
  }
}
