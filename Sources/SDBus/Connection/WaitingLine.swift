// SPDX-License-Identifier: MIT

/// Elements in the order in which they came. Adding and taking cost the same however many wait.
package struct WaitingLine<Element> {
    /// Elements that were taken are nil.
    private var elements: [Element?] = []
    /// The index of the first element that waits.
    private var first = 0

    package init() {}

    package var isEmpty: Bool { first == elements.count }
    /// Those that wait.
    package var waiting: [Element] { elements[first...].compactMap { $0 } }

    package mutating func append(_ element: Element) { elements.append(element) }

    package mutating func takeFirst() -> Element? {
        guard !isEmpty else { return nil }
        let element = elements[first]
        elements[first] = nil
        first += 1
        if first * 2 > elements.count {
            elements.removeFirst(first)
            first = 0
        }
        return element
    }
}
