public import WebMessages

extension CollectionRequest {
  /// Updates the list for a change in the service, whoever made it.
  ///
  /// - A deletion of a stored element removes it, and adjusts the total and the position.
  /// - An insertion moves the position, if new elements come first.
  /// - The invalidation or deletion of an element removes it; that of the list, or of a resource that
  ///   contains it, drops the list.
  ///
  /// Each of these marks the list as stale, unless the change was the user's own. Other changes have no
  /// effect.
  ///
  /// - Returns: true if the list was dropped.
  @discardableResult
  public func apply(_ change: DataChange) -> Bool {
    guard let source else { return false }
    switch (change.target(in: source.path), change.kind) {
    case (.other, _), (.container, .inserted), (.container, .updated): break
    case (.container, _), (.itself, .deleted), (.itself, .invalidated):
      expire()
      return true
    case (.itself, .inserted): recordInsertion(nil)
    case (.element(let id), .inserted): recordInsertion(id)
    case (.itself, .updated): changes.record(nil)
    case (.element(let id), .updated): changes.record(id)
    case (.element(let id), .deleted):
      changes.record(id)
      removeStored(id)
    case (.element(let id), .invalidated):
      changes.record(id)
      elements.removeAll { self.id($0) == id }
    }
    return false
  }

  /// Adds an element that the user has inserted; it is stored if new elements come first.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - path: the path at which it was inserted; the call does nothing for a path other than the list's.
  public func insert(_ element: Element, at path: String) {
    guard isListed(path) else { return }
    let isKnown = changes.recordOwn(id(element))
    guard source?.isNewestFirst == true else { return }
    if !isKnown { position?.shift(by: 1) }
    elements.insert(element, at: 0)
    // The list continues after the last element, so an earlier one is removed.
    if elements.count > Self.capacity { elements.remove(at: 1) }
  }

  /// Replaces a stored element that the user has changed.
  public func update(_ element: Element, at path: String) {
    guard isListed(path) else { return }
    let changed = id(element)
    _ = changes.recordOwn(changed)
    if let index = elements.firstIndex(where: { id($0) == changed }) { elements[index] = element }
  }

  /// Removes an element that the user has deleted, and adjusts the total and the position.
  public func remove(_ id: String, at path: String) {
    guard isListed(path) else { return }
    _ = changes.recordOwn(id)
    removeStored(id)
  }

  private func isListed(_ path: String) -> Bool { position != nil && source?.path == path }

  private func recordInsertion(_ id: String?) {
    if !changes.record(id), source?.isNewestFirst == true { position?.shift(by: 1) }
  }

  private func removeStored(_ id: String) {
    guard let index = elements.firstIndex(where: { self.id($0) == id }) else { return }
    elements.remove(at: index)
    hasMovedUp = true
    position?.shift(by: -1)
  }
}
