// SPDX-License-Identifier: MIT
//
// A library that is loaded into monkeycall-phone (LD_PRELOAD): when the window has come to rest, it measures what
// people see, prints each mistake, and ends the program. Texts and icons need enough contrast, in the pixels of the
// window, and nothing may be cut off.
//
//   LOOK_WIDTH, LOOK_HEIGHT  the size of the window
//   LOOK_DPI                 the resolution: 144 instead of 96 is large text, and 192 the largest
//   LOOK_RTL                 everything from right to left
//   LOOK_ACTION              an action of the application, e.g. show-keypad, which runs as soon as it is possible
//   LOOK_PAGE                the page of the settings, from 0
//   LOOK_ENTRY               a text for the first entry that is visible then
//   LOOK_PRESS               the tooltip of a button, in English, that is pressed after that
//   LOOK_REST                how many milliseconds the window must rest, if it does not show the state for long
//   LOOK_TEXT                a text that is part of a label, in the user's language, when the window shows what is to
//   be checked
//   LOOK_PICTURE             a file for the picture of the window
//
// Exit status: 0 without a mistake, 1 with mistakes.

#define _GNU_SOURCE
#include <adwaita.h>
#include <dlfcn.h>
#include <libintl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Text is drawn larger, so that strokes have whole pixels.
#define SCALE 3
// WCAG 2.1, level AA: text, large or bold text, symbols.
#define TEXT_CONTRAST 4.5
#define LARGE_CONTRAST 3.0
#define SYMBOL_CONTRAST 3.0
#define LARGE_POINTS 18
#define LARGE_BOLD_POINTS 14
// Nothing was drawn in so many milliseconds.
#define REST_MSEC 500
#define PERIOD_MSEC 50
#define USUAL_DPI 96
#define LARGEST_DPI 192

static GtkWidget *window;
static guint32 *pixels;
static int width, height, mistakes;

__attribute__((format(printf, 2, 3))) static void mistake(const char *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("  \"%s\": ", text);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    mistakes++;
}

static int number(const char *name, int normal) { return getenv(name) ? atoi(getenv(name)) : normal; }

// Contrast

static double luminance(guint32 pixel) {
    static const double weights[] = {0.0722, 0.7152, 0.2126};  // blue, green, red
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double value = (pixel >> (8 * i) & 0xff) / 255.0;
        sum += weights[i] * (value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(guint32 one, guint32 other) {
    double a = luminance(one), b = luminance(other);
    return (MAX(a, b) + 0.05) / (MIN(a, b) + 0.05);
}

// The contrast of the most frequent colour in that part of the window with the colour that differs most.
static double contrast_in(const graphene_rect_t *place) {
    int left = MAX(0, (int)(place->origin.x * SCALE)), right = MIN(width, left + (int)(place->size.width * SCALE));
    int top = MAX(0, (int)(place->origin.y * SCALE)), bottom = MIN(height, top + (int)(place->size.height * SCALE));
    GHashTable *counts = g_hash_table_new(NULL, NULL);
    guint32 ground = 0;
    int most = 0;
    double best = 1;
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            gpointer key = GUINT_TO_POINTER(pixels[y * width + x] & 0xffffff);
            int count = GPOINTER_TO_INT(g_hash_table_lookup(counts, key)) + 1;
            g_hash_table_insert(counts, key, GINT_TO_POINTER(count));
            if (count > most) most = count, ground = GPOINTER_TO_UINT(key);
        }
    GHashTableIter iterator;
    gpointer key, count;
    g_hash_table_iter_init(&iterator, counts);
    while (g_hash_table_iter_next(&iterator, &key, &count))
        if (GPOINTER_TO_INT(count) >= SCALE) best = MAX(best, contrast(ground, GPOINTER_TO_UINT(key)));
    g_hash_table_unref(counts);
    return best;
}

static gboolean is_large(GtkLabel *label) {
    PangoContext *context = pango_layout_get_context(gtk_label_get_layout(label));
    const PangoFontDescription *font = pango_context_get_font_description(context);
    double points = pango_font_description_get_size(font) / (double)PANGO_SCALE;
    if (pango_font_description_get_size_is_absolute(font)) points = points * 72 / 96;
    gboolean is_bold = pango_font_description_get_weight(font) >= PANGO_WEIGHT_BOLD;
    return points >= (is_bold ? LARGE_BOLD_POINTS : LARGE_POINTS);
}

// Places

static gboolean is_in(GtkWidget *widget, GType type) { return gtk_widget_get_ancestor(widget, type) != NULL; }

static void check_place(GtkWidget *widget, const char *text, const graphene_rect_t *place) {
    float right = place->origin.x + place->size.width, bottom = place->origin.y + place->size.height;
    if (place->origin.x < -0.5 || right > gtk_widget_get_width(window) + 0.5)
        mistake(text, "is cut off: it goes from %.0f to %.0f of %d", place->origin.x, right, gtk_widget_get_width(window));
    // A view that scrolls may hide what is below.
    if (is_in(widget, GTK_TYPE_SCROLLED_WINDOW)) return;
    if (place->origin.y < -0.5 || bottom > gtk_widget_get_height(window) + 0.5)
        mistake(text, "is cut off: its end is at %.0f of %d", bottom, gtk_widget_get_height(window));
}

// Whether all of the widget can be seen, in the window and in the view that scrolls it.
static gboolean is_seen(GtkWidget *widget, const graphene_rect_t *place) {
    graphene_rect_t frame = GRAPHENE_RECT_INIT(0, 0, gtk_widget_get_width(window), gtk_widget_get_height(window)), common;
    GtkWidget *view = gtk_widget_get_ancestor(widget, GTK_TYPE_SCROLLED_WINDOW);
    if (view && !gtk_widget_compute_bounds(view, window, &frame)) return FALSE;
    return graphene_rect_intersection(&frame, place, &common) && common.size.height > place->size.height - 1 &&
           common.size.width > place->size.width - 1;
}

// What the user may need at once during a call: a button that answers or declines, or a control of the call in front.
// The largest text leaves too little room for all controls, but not for Mute.
static gboolean is_urgent(GtkWidget *widget) {
    GtkWidget *parent = gtk_widget_get_parent(widget);
    if (!parent) return FALSE;
    if (gtk_widget_has_css_class(parent, "pill")) return TRUE;
    return gtk_widget_has_css_class(parent, "call-control") &&
           (number("LOOK_DPI", USUAL_DPI) < LARGEST_DPI ||
            g_strcmp0(gtk_buildable_get_buildable_id(GTK_BUILDABLE(widget)), "mute-label") == 0);
}

static void check_label(GtkLabel *label, const graphene_rect_t *place) {
    const char *text = gtk_label_get_text(label);
    if (*text == '\0') return;
    check_place(GTK_WIDGET(label), text, place);
    if (is_urgent(GTK_WIDGET(label)) && !is_seen(GTK_WIDGET(label), place))
        mistake(text, "is a control that can only be reached by scrolling");
    // The name of the person is beside the initials.
    if (!is_seen(GTK_WIDGET(label), place) || is_in(GTK_WIDGET(label), ADW_TYPE_AVATAR)) return;
    if (pango_layout_is_ellipsized(gtk_label_get_layout(label)) && strlen(text) < 40) mistake(text, "is shortened");
    // WCAG excepts what cannot be used now.
    if (!gtk_widget_is_sensitive(GTK_WIDGET(label))) return;
    double goal = is_large(label) ? LARGE_CONTRAST : TEXT_CONTRAST, found = contrast_in(place);
    if (found < goal) mistake(text, "has a contrast of %.2f, and needs %.1f", found, goal);
}

static void check_symbol(GtkImage *image, const graphene_rect_t *place) {
    const char *name = gtk_image_get_icon_name(image);
    if (!name || !g_str_has_suffix(name, "-symbolic")) return;
    // The place of the knob says it too, and the name of the person is beside the picture.
    if (is_in(GTK_WIDGET(image), GTK_TYPE_SWITCH) || is_in(GTK_WIDGET(image), ADW_TYPE_AVATAR)) return;
    check_place(GTK_WIDGET(image), name, place);
    if (!is_seen(GTK_WIDGET(image), place) || !gtk_widget_is_sensitive(GTK_WIDGET(image))) return;
    double found = contrast_in(place);
    if (found < SYMBOL_CONTRAST) mistake(name, "has a contrast of %.2f, and needs %.1f", found, SYMBOL_CONTRAST);
}

static void check_widget(GtkWidget *widget) {
    graphene_rect_t place;
    // Popovers are other windows.
    if (!gtk_widget_get_mapped(widget) || GTK_IS_POPOVER(widget)) return;
    if (gtk_widget_compute_bounds(widget, window, &place)) {
        if (GTK_IS_LABEL(widget)) check_label(GTK_LABEL(widget), &place);
        if (GTK_IS_IMAGE(widget)) check_symbol(GTK_IMAGE(widget), &place);
    }
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        check_widget(child);
}

// The window

// Returns whether GTK has painted the window: before that it has no contents.
static gboolean draw(void) {
    int plain_width = gtk_widget_get_width(window), plain_height = gtk_widget_get_height(window);
    GdkPaintable *paintable = gtk_widget_paintable_new(window);
    GtkSnapshot *snapshot = gtk_snapshot_new();
    width = plain_width * SCALE, height = plain_height * SCALE;
    gtk_snapshot_scale(snapshot, SCALE, SCALE);
    gdk_paintable_snapshot(paintable, snapshot, plain_width, plain_height);
    GskRenderNode *node = gtk_snapshot_free_to_node(snapshot);
    g_object_unref(paintable);
    if (!node) return FALSE;
    GdkTexture *texture = gsk_renderer_render_texture(
        gtk_native_get_renderer(GTK_NATIVE(window)), node, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    pixels = g_malloc((gsize)width * (gsize)height * 4);
    gdk_texture_download(texture, (guchar *)pixels, (gsize)width * 4);
    if (getenv("LOOK_PICTURE")) gdk_texture_save_to_png(texture, getenv("LOOK_PICTURE"));
    g_object_unref(texture);
    gsk_render_node_unref(node);
    return TRUE;
}

static void check_window(void) {
    int least;
    // Without the frame that GTK draws around a window on a screen without a compositor.
    GtkWidget *contents = gtk_window_get_child(GTK_WINDOW(window));
    gtk_widget_measure(contents, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
    if (least > number("LOOK_WIDTH", least)) mistake("window", "needs a width of %d", least);
    gtk_widget_measure(contents, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width(contents), &least, NULL, NULL, NULL);
    if (least > number("LOOK_HEIGHT", least)) mistake("window", "needs a height of %d", least);
    check_widget(window);
    fflush(stdout);
    _exit(mistakes > 0);
}

static gboolean has_text(GtkWidget *widget, const char *text) {
    if (!gtk_widget_get_mapped(widget)) return FALSE;
    // Names are between marks of direction.
    if (GTK_IS_LABEL(widget) && strstr(gtk_label_get_text(GTK_LABEL(widget)), text)) return TRUE;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        if (has_text(child, text)) return TRUE;
    return FALSE;
}

static GtkWidget *first(GtkWidget *widget, GType type, int *place) {
    if (g_type_is_a(G_OBJECT_TYPE(widget), type) && (*place)-- == 0) return widget;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        GtkWidget *found = first(child, type, place);
        if (found) return found;
    }
    return NULL;
}

// The settings have a tab for each page.
static void turn_page(void) {
    int place = number("LOOK_PAGE", 0);
    if (!ADW_IS_PREFERENCES_WINDOW(window)) return;
    GtkWidget *page = first(window, ADW_TYPE_PREFERENCES_PAGE, &place);
    if (page) adw_preferences_window_set_visible_page(ADW_PREFERENCES_WINDOW(window), ADW_PREFERENCES_PAGE(page));
}

// Entries of hidden pages come first.
static gboolean write_entry(void) {
    for (int number = 0;; number++) {
        int place = number;
        GtkWidget *entry = first(window, GTK_TYPE_TEXT, &place);
        if (!entry) return FALSE;
        if (!gtk_widget_get_mapped(entry)) continue;
        gtk_editable_set_text(GTK_EDITABLE(entry), getenv("LOOK_ENTRY"));
        return TRUE;
    }
}

static GtkWidget *find_button(GtkWidget *widget, const char *tooltip) {
    if (!gtk_widget_get_mapped(widget)) return NULL;
    if (GTK_IS_BUTTON(widget) && g_strcmp0(gtk_widget_get_tooltip_text(widget), tooltip) == 0) return widget;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child)) {
        GtkWidget *found = find_button(child, tooltip);
        if (found) return found;
    }
    return NULL;
}

static gboolean press_button(void) {
    GtkWidget *button = find_button(window, dgettext("monkeycall", getenv("LOOK_PRESS")));
    if (!button || !gtk_widget_is_sensitive(button)) return FALSE;
    g_signal_emit_by_name(button, "clicked");
    return TRUE;
}

// Does what the variables say. Returns whether that is done.
static gboolean act(void) {
    static gboolean has_acted, has_written, has_pressed;
    GActionGroup *actions = G_ACTION_GROUP(g_application_get_default());
    const char *action = getenv("LOOK_ACTION");
    // The window enables the actions for calls when it shows a call.
    if (!has_acted && action) {
        if (!g_action_group_get_action_enabled(actions, action)) return FALSE;
        has_acted = TRUE;
        g_action_group_activate_action(actions, action, NULL);
        return FALSE;
    }
    turn_page();
    if (!has_written && getenv("LOOK_ENTRY")) return has_written = write_entry(), FALSE;
    if (!has_pressed && getenv("LOOK_PRESS")) return has_pressed = press_button(), FALSE;
    return TRUE;
}

static void check_painted(GdkFrameClock *clock, gpointer data) {
    if (draw()) check_window();
}

static gboolean look(gpointer data) {
    static gint64 last_frame = -1;
    static int quiet;
    if (!act()) quiet = 0;
    GdkFrameClock *clock = gtk_widget_get_frame_clock(window);
    gint64 frame = clock && gtk_widget_get_mapped(window) ? gdk_frame_clock_get_frame_counter(clock) : -1;
    quiet = frame == last_frame && frame >= 0 ? quiet + 1 : 0;
    last_frame = frame;
    const char *text = getenv("LOOK_TEXT");
    if (quiet * PERIOD_MSEC < number("LOOK_REST", REST_MSEC) || (text && !has_text(window, dgettext("monkeycall", text)))) return G_SOURCE_CONTINUE;
    // On a busy machine a window may rest before it was painted, or before its last change was.
    g_signal_connect(clock, "after-paint", G_CALLBACK(check_painted), NULL);
    gtk_widget_queue_draw(window);
    return G_SOURCE_REMOVE;
}

// In place of the function of libadwaita: several of these programs run side by side.
AdwApplication *adw_application_new(const char *id, GApplicationFlags flags) {
    AdwApplication *(*new)(const char *, GApplicationFlags) =
        (AdwApplication *(*)(const char *, GApplicationFlags))dlsym(RTLD_NEXT, "adw_application_new");
    return new(id, flags | G_APPLICATION_NON_UNIQUE);
}

// In place of GTK's function, which the program calls to show its window, and above it the settings.
void gtk_window_present(GtkWindow *presented) {
    void (*present)(GtkWindow *) = (void (*)(GtkWindow *))dlsym(RTLD_NEXT, "gtk_window_present");
    gboolean is_first = !window;
    if (GTK_WIDGET(presented) != window) {
        window = GTK_WIDGET(presented);
        gtk_window_set_default_size(presented, number("LOOK_WIDTH", 480), number("LOOK_HEIGHT", 720));
    }
    if (is_first) {
        g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", number("LOOK_DPI", USUAL_DPI) * 1024, NULL);
        if (getenv("LOOK_RTL")) gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL);
        g_timeout_add(PERIOD_MSEC, look, NULL);
    }
    present(presented);
}

// The programs that this one starts need no look.
__attribute__((constructor)) static void begin(void) { unsetenv("LD_PRELOAD"); }
