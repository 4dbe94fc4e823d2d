import FoundationEssentials

extension DescriptionSearch.Absence {
  /// What the user should know before an API is added at an address without a description.
  func notes(at typed: URL) -> [String] {
    let place = DescriptionLocation.shown(typed)
    var notes: [String] = []
    switch tries.first?.result {
    case .status(let status)? where tries[0].needsCredential:
      notes.append(
        "\(place) answers \(status): it needs a credential, which 'auth' in config.json gives")
    case .status(let status)?: notes.append("\(place) answers \(status); is the address right?")
    case .page?: notes.append("\(place) is a web page, not an API's answer; is the address right?")
    case .redirect(let reason)?: notes.append(reason)
    case .otherContent?, nil: break
    }
    // A server that refuses every path, or every one below an address, says nothing by it.
    let (below, others) = (
      tries.filter { $0.url.path.hasPrefix(typed.path) },
      tries.filter { !$0.url.path.hasPrefix(typed.path) }
    )
    let telling = [below, others].filter { !$0.allSatisfy(\.needsCredential) }.joined()
    if let closed = telling.first(where: { $0.needsCredential && $0.url != typed }) {
      notes.append(
        "\(DescriptionLocation.shown(closed.url)) may be a description, which needs a credential:"
          + " --header NAME:VALUE")
    }
    return notes
  }
}
