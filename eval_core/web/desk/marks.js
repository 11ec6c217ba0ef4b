// Marks: words of a text with what is wrong there.
