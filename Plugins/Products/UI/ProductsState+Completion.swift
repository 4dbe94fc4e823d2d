import SeashellKit

extension ProductsState {
  /// Returns the stored products that match a query by id or by a word of the name.
  ///
  /// Since few products may be listed, the first query also requests a page of suggestions for the
  /// next one. They do not affect `more` and `refresh`.
  func candidates(for query: CompletionQuery) -> [CompletionSource.Candidate] {
    var matches = CompletionMatches(query)
    for product in listed.elements where !matches.isFull {
      matches.offer(product.id, named: product.name)
    }
    let others = (detail.map { [$0] } ?? []) + (suggestions ?? [])
    if !others.isEmpty, !matches.isFull {
      var offered = Set(listed.elements.lazy.map(\.id))
      for product in others where offered.insert(product.id).inserted {
        matches.offer(product.id, named: product.name)
      }
    }
    let candidates = matches.candidates
    if suggestions == nil || suggestionsAreStale { fetchSuggestions(for: query) }
    return candidates
  }

  /// Discards the suggestions, and cancels a request for new ones.
  func discardSuggestions() {
    fetch.cancel()
    suggestions = nil
    suggestionsAreStale = false
  }

  private func fetchSuggestions(for query: CompletionQuery) {
    fetch.start(for: query) { [weak self, service] in
      let page = try await service.products(ProductListing(perPage: PagedList<Product>.capacity))
      guard !Task.isCancelled else { return }
      self?.suggestions = page.elements
      self?.suggestionsAreStale = false
    }
  }
}
