// SPDX-License-Identifier: MIT

import GTK

/// The picture of a person in a widget that shows one person after the other: at first the letters of the name.
@MainActor
final class PersonAvatar {
    /// The caller whose picture is looked up for this widget.
    var awaited = ""
    private let avatar: Avatar
    private var name = ""
    /// The picture that was asked for last.
    private var picture = ""

    init(_ avatar: Avatar) { self.avatar = avatar }

    var isVisible: Bool {
        get { avatar.isVisible }
        set { avatar.isVisible = newValue }
    }

    /// Gives the widget its colour and its letters; empty = a symbol of a person.
    func show(name: String) {
        self.name = name
        (picture, awaited) = ("", "")
        avatar.show(name: name)
    }

    /// Shows a picture when it comes, unless the widget shows another person by then.
    func show(picture id: String, from store: PictureStore) {
        picture = id
        store.load(id) { [weak self] picture in
            guard let self, self.picture == id else { return }
            avatar.show(name: name, picture)
        }
    }
}
