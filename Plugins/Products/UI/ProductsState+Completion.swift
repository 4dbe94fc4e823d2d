import SeashellKit

extension ProductsState {
  /// The products that are held and answer a query: by id, or by a word of the name.
  ///
  /// The first question has a page of products fetched for the next one, since what was listed may be
  /// few of those that there are; what is `more` and `refresh` to the user stays as it is.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    var matches = CompletionMatches(query)
    for product in products where !matches.isFull { matches.offer(product.id, named: product.name) }
    let others = (detail.map { [$0] } ?? []) + (known ?? [])
    if !others.isEmpty, !matches.isFull {
      var offered = Set(products.lazy.map(\.id))
      for product in others where offered.insert(product.id).inserted {
        matches.offer(product.id, named: product.name)
      }
    }
    let candidates = matches.candidates
    if known == nil || knownIsStale { fetchKnown(for: query) }
    return candidates
  }

  /// Gives up what is being fetched for completion, and forgets what was.
  func forgetKnown() {
    fetch.cancel()
    known = nil
    knownIsStale = false
  }

  private func fetchKnown(for query: CompletionQuery) {
    fetch.start(for: query) { [weak self, service] in
      let page = try await service.products(ProductListing(perPage: Self.capacity))
      guard !Task.isCancelled else { return }
      self?.known = page.elements
      self?.knownIsStale = false
    }
  }
}
