struct HeadReader {
  let context: ReadingContext

  private var limits: DescriptionLimits { context.limits }

  static func version(of root: DocumentValue) throws(DescriptionError) -> String {
    guard root.isObject, let version = (root[.openapi] ?? root[.swagger])?.scalar else {
      throw DescriptionError(
        .unsupported, "no OpenAPI description: neither 'openapi' nor 'swagger' says its version")
    }
    let isKnown =
      root[.openapi] != nil
      ? version.hasPrefix("3.") || version == "3" : version == "2.0" || version == "2"
    guard isKnown else {
      throw DescriptionError(
        .unsupported,
        "the version of OpenAPI is '\(version.cut(40))'; 2.0, 3.0 and 3.1 can be read")
    }
    return version.cut(40)
  }

  /// Reads the head; counts and problems are added later.
  func head(version: String) -> APIDescription {
    let root = context.documents.root
    let info = root[.info]
    var head = APIDescription()
    head.specification = version
    head.title = info?[.title]?.text(limits.summary) ?? ""
    head.version = info?[.version]?.scalar?.cut(limits.name) ?? ""
    head.description = info?[.description]?.text(limits.description)
    context.place = "servers"
    head.servers = ServerReader(context: context).documentServers()
    let security = SecurityReader(context: context)
    head.securitySchemes = security.schemes()
    context.place = "security"
    head.security = security.requirements(root[.security]) ?? []
    head.tags = tags(root[.tags])
    head.extensions = extensions(of: root) + (info.map(extensions) ?? [])
    return head
  }

  private func tags(_ value: DocumentValue?) -> [DescribedTag] {
    guard let value else { return [] }
    return value.elements.prefix(1_000).compactMap { tag in
      tag[.name]?.text(limits.name).map {
        DescribedTag(name: $0, description: tag[.description]?.text(limits.shortDescription))
      }
    }
  }

  private func extensions(of value: DocumentValue) -> [DescribedExtension] {
    value.members.prefix(200).compactMap { member in
      guard let name = member.name, name.hasPrefix("x-"), name.utf8.count <= limits.name,
        let value = member.json(limits.value)
      else { return nil }
      return DescribedExtension(name: name, value: value)
    }
  }
}
